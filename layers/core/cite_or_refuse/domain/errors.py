"""The error tree. A machine acts on the two branches, a person on the sentence.

    CiteOrRefuseError
    ├── TransientError         retry: the same call may succeed later
    └── PermanentError         stop: the same call fails again
        ├── BadInput           the caller's mistake            CLI 2, HTTP 400
        │   ├── UnknownRun     no run of that id               CLI 2, HTTP 404
        │   ├── NotWaiting     what the run's state rules out  CLI 2, HTTP 409
        │   └── KeyReused      one key for two different runs  CLI 2, HTTP 422
        ├── Unreadable         a document or page gave no text
        ├── ModelBlocked       a filter or guardrail stopped the model's answer
        ├── BudgetExhausted    a limit of the run is spent; resumable with a higher one
        ├── SearchFailed       every search provider failed
        ├── GateBroke          the gate raised on somebody's report
        ├── Miscounted         the workflow's own count of rewrites is not the run's
        └── StaleStep          another node already committed this step number

Step Functions matches these names exactly and knows no inheritance.
"""


class CiteOrRefuseError(Exception):
    """The root. Its text is one sentence that says what to do."""


class TransientError(CiteOrRefuseError):
    """Throttling, a timeout, a lost race: the same call may succeed later."""


class PermanentError(CiteOrRefuseError):
    """The same call would fail again."""


class BadInput(PermanentError):
    """The caller asked for something that cannot be done as asked."""


class UnknownRun(BadInput):
    """No run has this id."""


class NotWaiting(BadInput):
    """What the run's state rules out: a decision nobody waits for, a resume of a run at work."""


class KeyReused(BadInput):
    """A key that has begun a run comes with another question or other options."""


class Unreadable(PermanentError):
    """A document or a page from which no text can be had.

    `status` is the HTTP status that said so, if one did. `withheld` says that there is a page which
    only this program may not or could not read, so that a search's snippet of it still tells
    something; a page that is gone, or none at all, is not withheld.
    """

    def __init__(self, why: str, *, status: int = 0, withheld: bool = False) -> None:
        super().__init__(why)
        self.status = status
        self.withheld = withheld


class ModelBlocked(PermanentError):
    """A content filter or a guardrail stopped the model's answer."""


class BudgetExhausted(PermanentError):
    """A limit of the run is spent. The evidence is kept; a higher limit lets it go on."""


class SearchFailed(PermanentError):
    """A search provider, or all of them, could not answer. Not the same as finding nothing."""


class GateBroke(PermanentError):
    """The gate raised. That is "could not check", never "passed"."""


class Miscounted(PermanentError):
    """The workflow counts the rewrites or their cap otherwise than the run; it alone says so."""


class StaleStep(PermanentError):
    """This step number is already committed by another node, so the engine's facts are old."""
