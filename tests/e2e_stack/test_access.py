"""Who may do what: IAM as the emulator evaluates it, for callers and for each function's role."""

import json
from collections.abc import Callable, Iterator
from typing import Any
from uuid import uuid4

import pytest
import requests
from botocore.auth import SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials
from botocore.exceptions import ClientError

from tests.e2e_stack.conftest import Deployed

Keys = dict[str, str]
DENIED = {"AccessDenied", "AccessDeniedException", "UnauthorizedOperation"}


@pytest.fixture
def somebody(stack: Deployed) -> Iterator[Callable[..., Keys]]:
    """Make users with the statements of a policy; return their keys."""
    iam = stack.client("iam")
    made: list[tuple[str, str]] = []

    def make(*statements: dict[str, Any]) -> Keys:
        name = f"somebody-{uuid4().hex[:8]}"
        iam.create_user(UserName=name)
        if statements:
            document = json.dumps({"Version": "2012-10-17", "Statement": list(statements)})
            iam.put_user_policy(UserName=name, PolicyName="all", PolicyDocument=document)
        key = iam.create_access_key(UserName=name)["AccessKey"]
        made.append((name, key["AccessKeyId"]))
        return {
            "aws_access_key_id": key["AccessKeyId"],
            "aws_secret_access_key": key["SecretAccessKey"],
        }

    yield make
    for name, key in made:
        iam.delete_access_key(UserName=name, AccessKeyId=key)


def sent(stack: Deployed, method: str, path: str, keys: Keys | None, body: str = "") -> int:
    """Return the status of a request that is signed with these keys, or not at all."""
    request = AWSRequest(method, stack.api + path, data=body)
    if body:
        request.headers["Content-Type"] = "application/json"
    if keys:
        signer = Credentials(keys["aws_access_key_id"], keys["aws_secret_access_key"])
        SigV4Auth(signer, "execute-api", "us-east-1").add_auth(request)
    headers = dict(request.headers.items())
    url = stack.api + path
    return requests.request(method, url, headers=headers, data=body, timeout=60).status_code


def invoke(stack: Deployed, resource: str) -> dict[str, Any]:
    api = stack.api.split("/restapis/")[1].split("/")[0]
    arn = f"arn:aws:execute-api:us-east-1:000000000000:{api}/v1/{resource}"
    return {"Effect": "Allow", "Action": "execute-api:Invoke", "Resource": arn}


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", "/runs"),
        ("GET", "/runs"),
        ("GET", "/runs/0000000-00000"),
        ("GET", "/runs/0000000-00000/report"),
        ("GET", "/runs/0000000-00000/sources/1"),
        ("POST", "/runs/0000000-00000/decision"),
        ("POST", "/runs/0000000-00000/resume"),
        ("POST", "/verifications"),
    ],
)
def test_a_stranger_gets_403_at_each_path(
    stack: Deployed, somebody: Callable[..., Keys], method: str, path: str
):
    # GIVEN a request that nobody signed, one under a key that there is not, and one of a user
    # whose policy does not speak of this API
    nobody = {"aws_access_key_id": "AKIAIOSFODNN7EXAMPLE", "aws_secret_access_key": "x"}
    # WHEN they are sent, THEN each is forbidden
    assert sent(stack, method, path, None, "{}") == 403
    assert sent(stack, method, path, nobody, "{}") == 403
    assert sent(stack, method, path, somebody(), "{}") == 403


def test_who_may_ask_may_not_decide(stack: Deployed, somebody: Callable[..., Keys]):
    # GIVEN a user who may ask and look, and another who may decide
    asker = somebody(invoke(stack, "POST/runs"), invoke(stack, "GET/runs/*"))
    decider = somebody(invoke(stack, "POST/runs/*/decision"))
    decision = ("POST", "/runs/0000000-00000/decision")
    # WHEN each tries both, THEN each may do one: of a run that there is not, 404 says that
    assert sent(stack, "GET", "/runs/0000000-00000", asker) == 404
    assert sent(stack, *decision, asker, '{"choice": "accept"}') == 403
    assert sent(stack, *decision, decider, '{"choice": "accept"}') == 404
    assert sent(stack, "GET", "/runs/0000000-00000", decider) == 403


Call = Callable[[Callable[[str], Any], dict[str, str]], object]

# Not sns:Publish: the emulator lets everybody of the account publish to a topic without a policy.
CALLS: dict[str, Call] = {
    "put a text": lambda client, of: client("s3").put_object(
        Bucket=of["TextsBucket"], Key="texts/0000000-00000/probe", Body=b""
    ),
    "delete a text": lambda client, of: client("s3").delete_object(
        Bucket=of["TextsBucket"], Key="texts/0000000-00000/probe"
    ),
    "put a question": lambda client, of: client("s3").put_object(
        Bucket=of["DocumentsBucket"], Key="questions/", Body=b""
    ),
    "put a document": lambda client, of: client("s3").put_object(
        Bucket=of["DocumentsBucket"], Key="documents/probe/a.txt", Body=b""
    ),
    "read a document": lambda client, of: client("s3").get_object(
        Bucket=of["DocumentsBucket"], Key="documents/probe/there.txt"
    ),
    "list the sets": lambda client, of: client("s3").list_objects_v2(
        Bucket=of["DocumentsBucket"], Prefix="documents/probe/"
    ),
    "list the questions": lambda client, of: client("s3").list_objects_v2(
        Bucket=of["DocumentsBucket"], Prefix="questions/"
    ),
    "put a result": lambda client, of: client("s3").put_object(
        Bucket=of["DocumentsBucket"], Key="results/probe/a.txt", Body=b""
    ),
    "read a run": lambda client, of: client("dynamodb").get_item(
        TableName=of["TableName"], Key={"pk": {"S": "RUN#probe"}, "sk": {"S": "RUN"}}
    ),
    "read all runs": lambda client, of: client("dynamodb").scan(TableName=of["TableName"]),
    "delete a run": lambda client, of: client("dynamodb").delete_item(
        TableName=of["TableName"], Key={"pk": {"S": "RUN#probe"}, "sk": {"S": "RUN"}}
    ),
    "start a walk": lambda client, of: client("stepfunctions").start_execution(
        stateMachineArn=of["StateMachineArn"].replace("-research", "-none"), input="{}"
    ),
    "stop a walk": lambda client, of: client("stepfunctions").stop_execution(
        executionArn=of["StateMachineArn"].replace("stateMachine", "execution") + ":none"
    ),
    "ask a model": lambda client, _: client("bedrock-runtime").converse(
        modelId="writer", messages=[{"role": "user", "content": [{"text": "Hello."}]}]
    ),
    "read secrets": lambda client, _: client("secretsmanager").list_secrets(),
    "make a user": lambda client, _: client("iam").create_user(UserName="probe"),
    "call a function": lambda client, _: client("lambda").invoke(
        FunctionName="cite-or-refuse-none", Payload=b"{}"
    ),
}
KEEPS = {"put a text", "read a run"}
LISTS = {"list the sets", "list the questions"}
MAY = {
    "SupervisorFunction": KEEPS | {"ask a model"},
    "ResearcherFunction": KEEPS | LISTS | {"read a document"},
    "WriterFunction": KEEPS | {"ask a model"},
    "ValidateFunction": KEEPS,
    "ReviewerFunction": KEEPS | {"ask a model"},
    "AskHumanFunction": KEEPS,
    "PublishFunction": KEEPS | {"put a result"},
    "ApiFunction": KEEPS | {"list the sets"},
    "DropFunction": KEEPS | LISTS | {"put a result"},
}


@pytest.fixture
def as_role_of(
    stack: Deployed, somebody: Callable[..., Keys]
) -> Callable[[str], Callable[[str], Any]]:
    """Make clients for a user who has what the role of a function has."""
    iam = stack.client("iam")

    def statements(document: Any) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = document["Statement"]
        return found

    def make(function: str) -> Callable[[str], Any]:
        resource = stack.client("cloudformation").describe_stack_resource(
            StackName="cite-or-refuse-laptop", LogicalResourceId=f"{function}Role"
        )
        role = resource["StackResourceDetail"]["PhysicalResourceId"].rpartition("/")[2]
        allowed: list[dict[str, Any]] = []
        for name in iam.list_role_policies(RoleName=role)["PolicyNames"]:
            policy = iam.get_role_policy(RoleName=role, PolicyName=name)
            allowed += statements(policy["PolicyDocument"])
        for attached in iam.list_attached_role_policies(RoleName=role)["AttachedPolicies"]:
            arn = attached["PolicyArn"]
            if arn.startswith("arn:aws:iam::aws:"):
                continue  # tracing, which the emulator knows no policy for
            version = iam.get_policy(PolicyArn=arn)["Policy"]["DefaultVersionId"]
            policy = iam.get_policy_version(PolicyArn=arn, VersionId=version)["PolicyVersion"]
            allowed += statements(policy["Document"])
        keys = somebody(*allowed)
        return lambda service: stack.client(service, **keys)

    return make


@pytest.mark.parametrize("function", MAY)
def test_a_function_may_do_what_it_has_to_and_nothing_else(
    stack: Deployed, as_role_of: Callable[[str], Callable[[str], Any]], function: str
):
    # GIVEN what the role of the function allows, and a document that could be read
    client, outputs = as_role_of(function), stack.outputs()
    stack.client("s3").put_object(
        Bucket=stack.documents, Key="documents/probe/there.txt", Body=b"There."
    )
    # WHEN each of these calls is made under it
    may = set()
    for what, call in CALLS.items():
        try:
            call(client, outputs)
        except ClientError as error:
            if error.response["Error"]["Code"] in DENIED:
                continue
        may.add(what)
    # THEN those are allowed that the step makes, and no other
    assert may == MAY[function]
