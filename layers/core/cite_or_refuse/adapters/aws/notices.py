"""The news that a run waits for a human: an event on EventBridge, and a message by SNS."""

import json
from dataclasses import asdict, dataclass

from cite_or_refuse.adapters.aws.clients import client, told
from cite_or_refuse.domain.errors import TransientError

SOURCE = "cite-or-refuse"
DETAIL_TYPE = "Run waits"


@dataclass(frozen=True, slots=True)
class Notice:
    """What is told; `link` is the run's in the API. The token that wakes the walk never is."""

    run_id: str
    question: str
    until: str
    link: str


def announce(notice: Notice, topic: str) -> None:
    """Tell the account's event bus, and the topic if there is one. Raises what `told` does.

    Whoever calls again after an error tells some of them twice.
    """
    entry = {
        "Source": SOURCE,
        "DetailType": DETAIL_TYPE,
        "Detail": json.dumps(asdict(notice)),
    }
    with told("The event bus"):
        answer = client("events").put_events(Entries=[entry])
    if answer["FailedEntryCount"]:
        raise TransientError(f"The event bus: {answer['Entries'][0].get('ErrorCode')}; try again.")
    if not topic:
        return
    with told(f"Topic {topic}"):
        client("sns").publish(
            TopicArn=topic, Subject="A run waits for your decision", Message=_letter(notice)
        )


def _letter(notice: Notice) -> str:
    resume = f"cite-or-refuse resume {notice.run_id}"
    return (
        f"Run {notice.run_id} waits for a human's decision until {notice.until}.\n\n"
        f"Question: {notice.question}\n\n"
        f"See the draft: cite-or-refuse show {notice.run_id} --engine stack\n"
        "Then decide, by one of\n"
        f"  {resume} --accept --engine stack\n"
        f'  {resume} --revise "NOTES" --engine stack\n'
        f"  {resume} --refuse --engine stack\n\n"
        f"In the API, whose requests are signed, it is {notice.link}\n"
    )
