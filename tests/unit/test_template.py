"""What template.yaml has in common with the code, and what it promises whoever deploys it."""

import json
import re
from collections.abc import Iterator
from dataclasses import fields
from typing import Any

import pytest

from cite_or_refuse.adapters.aws.document_sets import MAX_SET_BYTES
from cite_or_refuse.runtime.settings import Settings, read_settings, variable_of
from tests.built import EVENTS, ROOT, layers_of, read_template, resources
from tests.workflow import definition

TEMPLATE = read_template()
PARAMETERS: dict[str, dict[str, Any]] = TEMPLATE["Parameters"]
FUNCTIONS = resources("Serverless::Function")
COMMON: dict[str, Any] = TEMPLATE["Globals"]["Function"]["Environment"]["Variables"]
OF_SETTINGS = {variable_of(setting.name): setting for setting in fields(Settings)}
# Actions that know no resource, and what is allowed in the emulator alone.
NOT_NARROWED = {"DeliverLogs", "ConverseHere"}


def variables() -> Iterator[tuple[str, Any]]:
    yield from COMMON.items()
    for function in FUNCTIONS.values():
        yield from function.get("Environment", {}).get("Variables", {}).items()


def settings_by_default() -> Settings:
    """The settings of the functions without any parameter; references to resources are as named."""
    defaults = {name: str(parameter.get("Default")) for name, parameter in PARAMETERS.items()}
    return read_settings(
        {name: defaults.get(str(value), str(value)) for name, value in variables()}
    )


def statements() -> Iterator[dict[str, Any]]:
    """Every statement of every policy; one under a condition as if that held."""
    policies = [
        *resources("IAM::ManagedPolicy").values(),
        *resources("S3::BucketPolicy").values(),
        *resources("SNS::TopicPolicy").values(),
        *resources("SQS::QueuePolicy").values(),
    ]
    for policy in policies:
        yield from map(chosen, policy["PolicyDocument"]["Statement"])
    for owner in (*FUNCTIONS.values(), *resources("Serverless::StateMachine").values()):
        for policy in owner["Policies"]:
            if isinstance(policy, dict):
                yield from map(chosen, policy["Statement"])


def chosen(value: Any) -> Any:
    """The value under a condition that holds: `!If` is read as a list."""
    return value[1] if isinstance(value, list) else value


def test_every_variable_of_the_functions_is_a_setting_of_the_program() -> None:
    for name, _ in variables():
        assert name in OF_SETTINGS or name.startswith("POWERTOOLS_"), name


def test_the_defaults_of_the_template_are_settings_that_the_program_takes() -> None:
    # GIVEN the variables of the functions as they are without any parameter
    # WHEN the program reads them, THEN it takes each
    settings = settings_by_default()
    assert settings.model == "extractive"
    assert settings.budget.calls
    assert settings.max_revisions == 3


@pytest.mark.parametrize(
    ("variable", "parameter"),
    [(name, value) for name, value in variables() if "MinValue" in PARAMETERS.get(str(value), {})],
)
def test_the_bounds_of_a_parameter_are_within_what_the_program_takes(
    variable: str, parameter: str
) -> None:
    # GIVEN a number that the template lets through, at either end
    for bound in ("MinValue", "MaxValue"):
        value = PARAMETERS[parameter][bound]
        # THEN the program takes it
        assert read_settings({variable: str(value), "CITE_OR_REFUSE_HOME": "/tmp"})  # noqa: S108


@pytest.mark.parametrize(
    ("parameter", "taken", "refused"),
    [
        ("Model", "extractive", "openai:gpt"),
        ("Model", "bedrock:eu.anthropic.claude-sonnet-4-5-20250929-v1:0", "bedrock:"),
        ("Model", "bedrock:amazon.nova-lite-v1:0", "bedrock:arn:aws:bedrock:eu-west-1::x/y"),
        ("ReviewModel", "", "review"),
        ("Guardrail", "ab12cd34ef56:1", "ab12cd34ef56"),
        ("Guardrail", "ab12cd34ef56:DRAFT", "ab12cd34ef56:"),
        ("Search", "tavily,mediawiki", "tavily, mediawiki"),
        ("Search", "", "duckduckgo"),
        ("Budget", "usd=0.50,tokens=200000", "usd 0.50"),
        ("Budget", "usd=2,calls=9", "usd=1.2.3"),
        ("Budget", "", "tokens=0.5"),
        ("HumanReview", "always", "sometimes"),
        ("CorsOrigin", "https://example.com", "*"),
        ("Emulator", "http://127.0.0.1:4566", "https://example.com"),
    ],
)
def test_a_parameter_refuses_what_the_program_would_refuse_later(
    parameter: str, taken: str, refused: str
) -> None:
    words = PARAMETERS[parameter].get("AllowedValues", [])
    pattern = re.compile(PARAMETERS[parameter].get("AllowedPattern", "|".join(words)))
    assert pattern.fullmatch(taken)
    assert not pattern.fullmatch(refused)


def test_every_parameter_is_described_bounded_and_listed() -> None:
    groups = TEMPLATE["Metadata"]["AWS::CloudFormation::Interface"]["ParameterGroups"]
    listed = [name for group in groups for name in group["Parameters"]]
    assert sorted(listed) == sorted(PARAMETERS)
    bounds = {"AllowedPattern", "AllowedValues", "MinValue", "MaxLength"}
    for name, parameter in PARAMETERS.items():
        assert parameter["Description"], name
        assert bounds & parameter.keys(), name
        # Else CloudFormation shows the pattern to whoever misses it.
        assert ("AllowedPattern" in parameter) == ("ConstraintDescription" in parameter), name


def test_the_workflow_waits_longer_for_a_step_than_the_function_may_take() -> None:
    # GIVEN the tasks of the workflow, and the functions that they call
    default = TEMPLATE["Globals"]["Function"]["Timeout"]
    limits = {name: function.get("Timeout", default) for name, function in FUNCTIONS.items()}
    for name, state in definition()["States"].items():
        if "TimeoutSeconds" in state:
            function = f"{state['Resource'].rpartition(':')[2]}Function"
            # THEN Lambda ends a step before the workflow gives it up, so that its error is known
            assert limits[function] < state["TimeoutSeconds"], name


def test_a_function_outlasts_the_calls_of_its_model() -> None:
    # GIVEN the calls of each step; a plan or a verdict that cannot be read is asked for once more
    calls = {"SupervisorFunction": 2, "WriterFunction": 1, "ReviewerFunction": 2}
    assert calls.keys() == {n for n in FUNCTIONS if "BedrockLayer" in layers_of(n)}
    settings = settings_by_default()
    # WHEN each try of each call takes as long as it may, to connect and to answer
    connecting, for_the_store = 10, 30
    tries = settings.call_attempts
    waits = sum(min(2**n, 20) for n in range(tries - 1))  # botocore's, at most
    for name, times in calls.items():
        longest = times * (tries * (connecting + settings.call_seconds) + waits)
        # THEN the step still has time for what it keeps
        assert longest + for_the_store < FUNCTIONS[name]["Timeout"] <= 900, name


def test_every_statement_says_what_it_is_for_and_names_its_resource() -> None:
    found = list(statements())
    assert len(found) > 15
    for statement in found:
        assert statement["Sid"]
        everything = statement["Resource"] == "*"
        assert everything == (statement["Sid"] in NOT_NARROWED), statement
        assert statement["Effect"] == "Deny" or "*" not in str(statement["Action"]), statement


def test_every_bucket_is_encrypted_private_and_expires() -> None:
    guarded = {policy["Bucket"] for policy in resources("S3::BucketPolicy").values()}
    for name, bucket in resources("S3::Bucket").items():
        assert bucket["BucketEncryption"], name
        assert set(bucket["PublicAccessBlockConfiguration"].values()) == {True}, name
        assert name in guarded
        assert any("ExpirationInDays" in rule for rule in bucket["LifecycleConfiguration"]["Rules"])


def test_the_longest_name_of_a_stack_leaves_room_for_the_names_of_its_buckets() -> None:
    # GIVEN the longest name that a stack may have, and the longest of accounts and regions
    [longest] = re.findall("at most ([0-9]+) characters", TEMPLATE["Description"])
    longest_parts = {
        "${AWS::StackName}": "s" * int(longest),
        "${AWS::AccountId}": "1" * 12,
        "${AWS::Region}": "ap-southeast-1",
    }
    name: str = resources("S3::Bucket")["Documents"]["BucketName"]
    for part, value in longest_parts.items():
        name = name.replace(part, value)
    # THEN the bucket's name is as long as S3 lets it be
    assert len(name) == 63


def test_what_is_deleted_in_a_bucket_with_versions_goes_in_the_end() -> None:
    for name, bucket in resources("S3::Bucket").items():
        rules = bucket["LifecycleConfiguration"]["Rules"]
        if "VersioningConfiguration" in bucket:
            # GIVEN the bucket's rules, THEN old versions go, and the mark that was put on the last
            assert any("NoncurrentVersionExpiration" in rule for rule in rules), name
            marks = [rule for rule in rules if rule.get("ExpiredObjectDeleteMarker")]
            assert len(marks) == 1, name
            assert "ExpirationInDays" not in marks[0]  # S3 refuses the two in one rule


def test_the_disk_of_the_researcher_holds_the_largest_set_with_its_index() -> None:
    megabytes = FUNCTIONS["ResearcherFunction"]["EphemeralStorage"]["Size"]
    # GIVEN that an index takes up to 4.6 times the space of its texts while it is made
    assert megabytes * 1_000_000 > (1 + 4.6) * MAX_SET_BYTES


def test_only_functions_that_ask_a_model_carry_its_client_and_may_ask() -> None:
    asks = {name for name in FUNCTIONS if "BedrockLayer" in layers_of(name)}
    assert asks == {"SupervisorFunction", "WriterFunction", "ReviewerFunction"}
    assert not any("BedrockLayer" in layers_of(name, models=False) for name in FUNCTIONS)
    may = {name for name, function in FUNCTIONS.items() if "AskModels" in str(function["Policies"])}
    assert may == asks
    for name in asks:  # by the same condition as the layer
        assert ["AsksModels", "AskModels", "AWS::NoValue"] in FUNCTIONS[name]["Policies"]
    reads = {name for name in FUNCTIONS if "ResearchLayer" in layers_of(name)}
    assert reads == {"ResearcherFunction", "DropFunction"}
    assert all(layers_of(name)[0] == "CoreLayer" for name in FUNCTIONS)


def test_whatever_carries_a_message_is_encrypted_and_takes_it_over_tls_only() -> None:
    # GIVEN the topics and the queue, and the policies for them
    topics, queues = resources("SNS::Topic"), resources("SQS::Queue")
    assert all("KmsMasterKeyId" in topic for topic in topics.values())
    assert all(queue["SqsManagedSseEnabled"] for queue in queues.values())
    policies = {
        name: policy["PolicyDocument"]["Statement"]
        for kind, places in (("SNS::TopicPolicy", "Topics"), ("SQS::QueuePolicy", "Queues"))
        for policy in resources(kind).values()
        for name in policy[places]
    }
    # THEN each has one, which denies what comes in the clear
    assert policies.keys() == topics.keys() | queues.keys()
    for name, said in policies.items():
        [denied] = [statement for statement in said if statement["Effect"] == "Deny"]
        assert denied["Condition"] == {"Bool": {"aws:SecureTransport": "false"}}, name


def test_the_news_of_a_dead_execution_is_kept_where_it_cannot_be_delivered() -> None:
    # GIVEN the rule that closes runs whose execution died
    rule = FUNCTIONS["PublishFunction"]["Events"]["Died"]["Properties"]
    # THEN what EventBridge gives up on goes where Lambda's own goes, and it may put it there
    assert rule["DeadLetterConfig"] == {"Arn": "Lost.Arn"}
    said = resources("SQS::QueuePolicy")["LostPolicy"]["PolicyDocument"]["Statement"]
    [allowed] = [statement for statement in said if statement["Effect"] == "Allow"]
    assert allowed["Principal"] == {"Service": "events.amazonaws.com"}
    assert allowed["Condition"]["StringEquals"] == {"aws:SourceAccount": "AWS::AccountId"}


def test_an_alarm_may_use_its_topic_and_the_key_of_that() -> None:
    # GIVEN that CloudWatch needs the right to both, since a policy takes the place of the default
    [key] = resources("KMS::Key").values()
    topic = resources("SNS::TopicPolicy")["AlarmTopicPolicy"]
    for policy in (key["KeyPolicy"], topic["PolicyDocument"]):
        [alarms] = [s for s in policy["Statement"] if "Service" in str(s["Principal"])]
        # THEN each allows alarms of this account, and no other's
        assert alarms["Principal"] == {"Service": "cloudwatch.amazonaws.com"}
        assert alarms["Condition"]["StringEquals"] == {"aws:SourceAccount": "AWS::AccountId"}
    # AND every alarm goes there
    alarms = resources("CloudWatch::Alarm").values()
    assert all(alarm["AlarmActions"] == ["AlarmTopic"] for alarm in alarms)


def test_the_dashboard_is_json() -> None:
    [dashboard] = resources("CloudWatch::Dashboard").values()
    assert json.loads(dashboard["DashboardBody"])["widgets"]


def test_the_environment_for_sam_local_names_what_the_laptop_stack_has() -> None:
    # GIVEN what `sam local invoke --env-vars` reads, for all functions
    given = json.loads((EVENTS / "env.json").read_text(encoding="utf-8"))["Parameters"]
    # THEN each variable is one that the template sets, or AWS's own
    assert all(name in COMMON or name.startswith("AWS_") for name in given)
    # AND what has a name in the template has the one that the laptop's stack gets
    laptop = {
        "${AWS::StackName}": "cite-or-refuse-laptop",
        "${AWS::AccountId}": "000000000000",
        "${AWS::Region}": "us-east-1",
        "${AWS::Partition}": "aws",
    }
    named = {
        "CITE_OR_REFUSE_TABLE": resources("DynamoDB::Table")["Table"]["TableName"][1],
        "CITE_OR_REFUSE_TEXTS": resources("S3::Bucket")["Texts"]["BucketName"][1],
        "CITE_OR_REFUSE_DOCUMENTS": resources("S3::Bucket")["Documents"]["BucketName"],
        "CITE_OR_REFUSE_STATE_MACHINE": COMMON["CITE_OR_REFUSE_STATE_MACHINE"],
        "CITE_OR_REFUSE_DROP_MACHINE": COMMON["CITE_OR_REFUSE_DROP_MACHINE"],
    }
    for variable, name in named.items():
        for part, value in laptop.items():
            name = name.replace(part, value)  # noqa: PLW2901
        assert given[variable] == name
        assert COMMON[variable] in {"Table", "Texts"} or COMMON[variable] == named[variable]


def test_every_folder_of_a_function_is_one_of_the_template() -> None:
    folders = {path.name for path in (ROOT / "functions").iterdir() if path.is_dir()}
    deployed = {function["CodeUri"].removeprefix("functions/") for function in FUNCTIONS.values()}
    assert folders - {"__pycache__"} == deployed


def test_the_gateway_has_the_routes_of_the_api_and_no_other() -> None:
    # GIVEN the OpenAPI document, which is written from the program's routes
    document = json.loads((ROOT / "docs" / "openapi.json").read_text(encoding="utf-8"))
    written = {(verb.upper(), path) for path, verbs in document["paths"].items() for verb in verbs}
    # THEN the template lets the same ones through, each as a resource of its own
    events = FUNCTIONS["ApiFunction"]["Events"].values()
    assert {(event["Properties"]["Method"], event["Properties"]["Path"]) for event in events} == (
        written
    )
