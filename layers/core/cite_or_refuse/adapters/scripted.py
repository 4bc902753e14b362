"""Fakes of the ports that say what they are told to, and remember what they were asked.

model = ScriptedModel(drafts=["Tarn needs 2 GB.[^1]"], opinions=[Verdict.ACCEPT])
sources = [Source("Tarn", "https://tarn.example", "", "Tarn needs 2 GB.")]
search, fetcher = FixedSearch(sources), FixedFetcher(sources)
"""

from collections import deque
from collections.abc import Iterable, Mapping, Sequence

from cite_or_refuse.domain.errors import SearchFailed, Unreadable
from cite_or_refuse.domain.parts import Verdict
from cite_or_refuse.domain.source import Hit, Page, Source
from cite_or_refuse.ports import Assignment, Fetcher, Manuscript, Model, Opinion, Search, Writing


class _Script[Answer]:
    def __init__(self, answers: Iterable[Answer | Exception], kind: str) -> None:
        self._answers = deque(answers)
        self._kind = kind

    def __bool__(self) -> bool:
        return bool(self._answers)

    def next(self) -> Answer:
        if not self._answers:
            raise AssertionError(f"the script holds no further {self._kind}")
        answer = self._answers.popleft()
        if isinstance(answer, Exception):
            raise answer
        return answer


class ScriptedModel(Model):
    """Answers from three queues, first come first served; an exception in a queue is raised.

    An empty queue of plans proposes nothing. An empty queue of drafts or opinions raises
    AssertionError: the walk asked for more than the test foresaw.
    """

    name = "scripted"

    def __init__(
        self,
        plans: Iterable[Sequence[str] | Exception] = (),
        drafts: Iterable[str | Writing | Exception] = (),
        opinions: Iterable[Verdict | Opinion | Exception] = (),
    ) -> None:
        self._plans = _Script[Sequence[str]](plans, "plan")
        self._drafts = _Script[str | Writing](drafts, "draft")
        self._opinions = _Script[Verdict | Opinion](opinions, "opinion")
        self.questions: list[str] = []
        self.assignments: list[Assignment] = []
        self.manuscripts: list[Manuscript] = []

    def plan(self, question: str) -> Sequence[str]:
        """Return the next plan."""
        self.questions.append(question)
        return self._plans.next() if self._plans else ()

    def write(self, assignment: Assignment) -> Writing:
        """Return the next draft."""
        self.assignments.append(assignment)
        draft = self._drafts.next()
        return Writing(draft) if isinstance(draft, str) else draft

    def review(self, manuscript: Manuscript) -> Opinion:
        """Return the next opinion."""
        self.manuscripts.append(manuscript)
        opinion = self._opinions.next()
        return Opinion(opinion) if isinstance(opinion, Verdict) else opinion


class FixedSearch(Search):
    """Finds the same sources whatever it is asked, then the near misses, marked `off_topic`.

    With `error`, every search raises SearchFailed with that text.
    """

    name = "fixed"

    def __init__(
        self,
        sources: Sequence[Source] = (),
        near_misses: Sequence[Source] = (),
        name: str = "fixed",
        error: str | None = None,
    ) -> None:
        self.name = name
        self.error = error
        self.queries: list[str] = []
        self._hits = [self._hit(rank, source) for rank, source in enumerate(sources)]
        self._hits += [
            self._hit(rank, source, off_topic="it does not speak of the question")
            for rank, source in enumerate(near_misses, len(sources))
        ]

    def _hit(self, rank: int, source: Source, off_topic: str | None = None) -> Hit:
        return Hit(source.title, source.url, source.snippet, self.name, rank, off_topic)

    def search(self, query: str, limit: int) -> Sequence[Hit]:
        """Return the first `limit` hits."""
        self.queries.append(query)
        if self.error is not None:
            raise SearchFailed(self.error)
        return self._hits[:limit]


class FixedFetcher(Fetcher):
    """Fetches the given sources by URL. Others, and those in `unreadable`, raise Unreadable."""

    def __init__(
        self, sources: Sequence[Source] = (), unreadable: Mapping[str, str] | None = None
    ) -> None:
        self.fetched: list[str] = []
        self._pages = {s.url: Page(s.title, s.url, s.content) for s in sources}
        self._unreadable = unreadable or {}

    def fetch(self, hit: Hit) -> Page:
        """Return the page of the source with the hit's URL."""
        self.fetched.append(hit.url)
        if hit.url in self._unreadable:
            raise Unreadable(self._unreadable[hit.url])
        if hit.url not in self._pages:
            raise Unreadable(f"no document has the address {hit.url}")
        return self._pages[hit.url]
