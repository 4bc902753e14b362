from collections.abc import Iterator

import pytest

from cite_or_refuse.adapters.scripted import ScriptedModel
from cite_or_refuse.ports import Ports
from cite_or_refuse.runtime.aws.stack import Stack
from tests.builders import some_ports
from tests.stories import ACCEPT, HALF_TRUE, SIZE
from tests.workflow import Workflow, a_workflow


@pytest.fixture(scope="module")
def machine() -> Iterator[Workflow]:
    """The workflow for the tests of a file, since its first execution takes seconds."""
    with a_workflow() as workflow:
        yield workflow


@pytest.fixture
def workflow(machine: Workflow) -> Iterator[Workflow]:
    yield machine
    machine.instead.clear()
    machine.events.clear()


@pytest.fixture
def ports(workflow: Workflow) -> Ports:
    """A model that writes what half stands, then what stands; whoever asks."""
    model = ScriptedModel(drafts=[HALF_TRUE, SIZE, SIZE], opinions=[ACCEPT] * 3)
    workflow.ports, workflow.on_step = some_ports(model, store=workflow.store), None
    return workflow.ports


@pytest.fixture
def stack(workflow: Workflow, ports: Ports) -> Stack:
    return workflow.stack(ports)
