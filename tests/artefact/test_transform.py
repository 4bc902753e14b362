"""What SAM makes of the template for CloudFormation: by its own translator, as on AWS."""

import json
import subprocess
from collections.abc import Iterator
from typing import Any

import pytest

from tests.built import ROOT, STARTS_WITHIN, TOOLS, resources

# Under the tools' interpreter, which has the translator that `sam validate` asks, too. It would
# look policies of AWS up by their names; the template names none.
TRANSLATE = """
import json, sys
from unittest.mock import Mock
from samcli.lib.translate.sam_template_validator import SamTemplateValidator
from samcli.yamlhelper import yaml_parse

policies = Mock(load=dict)
template = yaml_parse(sys.stdin.read())
translated = SamTemplateValidator(template, policies, region="us-east-1")
print(json.dumps(yaml_parse(translated.get_translated_template_if_valid())))
"""


@pytest.fixture(scope="module")
def template() -> dict[str, Any]:
    """The template as CloudFormation gets it."""
    done = subprocess.run(
        [TOOLS / "bin" / "python", "-c", TRANSLATE],
        input=(ROOT / "template.yaml").read_text(encoding="utf-8"),
        env={"AWS_DEFAULT_REGION": "us-east-1"},
        capture_output=True,
        text=True,
        timeout=STARTS_WITHIN,
        check=True,
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.fixture(scope="module")
def translated(template: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Its resources."""
    found: dict[str, dict[str, Any]] = template["Resources"]
    return found


def evaluated(value: Any, parameters: dict[str, str]) -> Any:
    """A condition as CloudFormation evaluates it, of the functions that this template uses."""
    match value:
        case {"Ref": name}:
            return parameters[name]
        case {"Fn::Equals": [one, other]}:
            return evaluated(one, parameters) == evaluated(other, parameters)
        case {"Fn::Not": [one]}:
            return not evaluated(one, parameters)
        case {"Fn::And": all_of}:
            return all(evaluated(one, parameters) for one in all_of)
        case {"Fn::Or": any_of}:
            return any(evaluated(one, parameters) for one in any_of)
    return value


def of_kind(translated: dict[str, dict[str, Any]], kind: str) -> list[dict[str, Any]]:
    return [one["Properties"] for one in translated.values() if one["Type"] == f"AWS::{kind}"]


def methods(translated: dict[str, dict[str, Any]]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each method of the gateway but those of CORS, under its name."""
    [api] = of_kind(translated, "ApiGateway::RestApi")
    for path, item in api["Body"]["paths"].items():
        for verb, method in item.items():
            if verb != "options":
                yield f"{verb} {path}", method


def test_callers_are_known_by_iam_and_need_no_right_to_the_function(
    translated: dict[str, dict[str, Any]],
) -> None:
    # GIVEN the methods of the gateway, and the function's own permissions
    found = dict(methods(translated))
    assert len(found) == len(resources("Serverless::Function")["ApiFunction"]["Events"])
    for name, method in found.items():
        # THEN who calls has to sign
        assert method["security"] == [{"AWS_IAM": []}], name
        # AND the gateway calls the function by that permission, not with the caller's rights
        assert "credentials" not in method["x-amazon-apigateway-integration"], name
    allowed = [p for p in of_kind(translated, "Lambda::Permission") if "ApiFunction" in str(p)]
    assert {p["Principal"] for p in allowed} == {"apigateway.amazonaws.com"}
    assert len(allowed) == len(found)


def test_whatever_is_traced_may_write_its_traces(translated: dict[str, dict[str, Any]]) -> None:
    # GIVEN the roles of the functions and the state machines, all of which are traced
    traced = {*resources("Serverless::Function"), *resources("Serverless::StateMachine")}
    for name in traced:
        # THEN SAM lets each, so that the template has not to
        policies = translated[f"{name}Role"]["Properties"]["ManagedPolicyArns"]
        assert any("xray" in str(policy).lower() for policy in policies), name


@pytest.mark.parametrize(
    ("models", "asked"),
    [
        ({}, False),
        ({"PlanModel": "extractive", "ReviewModel": "extractive"}, False),
        ({"Model": "bedrock:x"}, True),
        ({"Model": "bedrock:x", "PlanModel": "extractive"}, True),
        ({"PlanModel": "bedrock:x"}, True),
        ({"ReviewModel": "bedrock:x"}, True),
    ],
)
def test_the_client_of_models_is_there_only_where_one_is_asked(
    template: dict[str, Any], models: dict[str, str], asked: bool
) -> None:
    # GIVEN the models of a stack
    parameters = {n: str(p.get("Default")) for n, p in template["Parameters"].items()} | models
    # WHEN CloudFormation evaluates the condition
    assert evaluated(template["Conditions"]["AsksModels"], parameters) is asked
    # THEN under it alone stand the layer, the right to ask, and their use in three functions
    made = [n for n, one in template["Resources"].items() if one.get("Condition") == "AsksModels"]
    [layer] = [name for name in made if name.startswith("BedrockLayer")]
    assert sorted(made) == ["AskModels", layer]
    for name in ("Supervisor", "Writer", "Reviewer"):
        function = template["Resources"][f"{name}Function"]["Properties"]
        role = template["Resources"][f"{name}FunctionRole"]["Properties"]
        nothing = {"Ref": "AWS::NoValue"}
        assert {"Fn::If": ["AsksModels", {"Ref": layer}, nothing]} in function["Layers"]
        assert {"Fn::If": ["AsksModels", {"Ref": "AskModels"}, nothing]} in role[
            "ManagedPolicyArns"
        ]


def test_the_api_has_one_stage(translated: dict[str, dict[str, Any]]) -> None:
    # GIVEN the deployment of the API, which may make a stage of its own
    [deployment] = of_kind(translated, "ApiGateway::Deployment")
    # THEN it makes none: that one would have no limit, no log and no name that we know
    assert "StageName" not in deployment
    assert [stage["StageName"] for stage in of_kind(translated, "ApiGateway::Stage")] == ["v1"]


def test_a_page_of_the_origin_can_read_what_the_gateway_itself_refuses(
    translated: dict[str, dict[str, Any]],
) -> None:
    # GIVEN the answers of the gateway, and what the preflight allows
    [api] = of_kind(translated, "ApiGateway::RestApi")
    header = "header.Access-Control-Allow-Origin"
    preflight = api["Body"]["paths"]["/runs"]["options"]["x-amazon-apigateway-integration"]
    allowed = preflight["responses"]["default"]["responseParameters"][f"method.response.{header}"]
    refusals = api["Body"]["x-amazon-apigateway-gateway-responses"]
    assert set(refusals) == {"DEFAULT_4XX", "DEFAULT_5XX"}
    for refusal in refusals.values():
        # THEN each allows the same
        assert refusal["responseParameters"][f"gatewayresponse.{header}"] == allowed
