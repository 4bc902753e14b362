"""Choose the few quotes that make an answer: relevant, different, and understood on their own."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from cite_or_refuse.adapters.extractive.blocks import Kind
from cite_or_refuse.adapters.extractive.markup import signature_name
from cite_or_refuse.adapters.extractive.quotes import Quote
from cite_or_refuse.adapters.extractive.ranking import Place, Question, Ranked, rank
from cite_or_refuse.adapters.extractive.terms import terms

MAX_SENTENCES = 12
MAX_SECTIONS = 5
MAX_EXAMPLES = 2
MAX_ITEMS = 6

_SPEAKS = 0.5  # of the question's weight has to stand in one section, for it to be an answer
_OPENS = 0.6  # of the best score, for a sentence to bring a new section in
_GOES_ON = 0.35  # of the best score, for a sentence of a section that is in
_ALONE = 0.15  # of the question's weight, which only one section brings
_FEEDBACK = 12  # sentences
_WIDER = 0.7  # of the mean weight of a term
_STRAYS = 0.3  # of the best score, for a sentence that a reviewer asks for
_SECTION_KEEPS_UP = 0.5  # of what the best section brings
_SHOWS = 0.3  # of the question's weight, for an example to be one of what is asked
_SAME = 0.6  # of two sentences' terms in common: they say the same


def choose(
    question: Question,
    quotes: Sequence[Quote],
    kept: Sequence[Quote] = (),
    required: Iterable[str] = (),
) -> list[Quote]:
    """Return the quotes of an answer, grouped by section, the best section first.

    `kept` are those of a draft to be rewritten; without them the best are taken. `required` are
    terms that a reviewer missed: the best sentence with each is taken in.
    """
    _widen(question, quotes, rank(question, quotes))
    ranked = [r for r in rank(question, quotes) if question.covered(r.place) > _SPEAKS]
    answer = _Answer(question, quotes)
    if kept:
        answer.keep(kept)
    elif ranked:
        answer.fill(ranked)
        answer.keep_best_sections()
        answer.add_summaries()
    for term in required:
        answer.require(term, rank(question, quotes))
    answer.add_examples()
    return answer.ordered()


def _widen(question: Question, quotes: Sequence[Quote], ranked: Sequence[Ranked]) -> None:
    """Ask also for the things that the best sentences speak of: `interrupt`, for a pause.

    This is pseudo relevance feedback, bound to what the sources define under a signature.
    """
    defined = set().union(*(quote.subject for quote in quotes))
    worth: Counter[str] = Counter()
    for r in [r for r in ranked if question.covered(r.place) > _SPEAKS][:_FEEDBACK]:
        for term in (r.quote.terms & defined) - question.weights.keys():
            worth[term] += r.score * question.rarity(term)
    question.widen([term for term, _ in worth.most_common(1)], _WIDER)


class _Answer:
    """An answer in the making: the quotes taken so far, and what they have to be read with."""

    def __init__(self, question: Question, quotes: Sequence[Quote]) -> None:
        self.question = question
        self.quotes = quotes
        self.scores: defaultdict[Place, list[float]] = defaultdict(list)
        self.taken: dict[Quote, None] = {}
        self.blocks: defaultdict[tuple[int, int], list[Quote]] = defaultdict(list)
        self.followers: defaultdict[tuple[int, int], list[Quote]] = defaultdict(list)
        for quote in quotes:
            self.blocks[quote.source, quote.block].append(quote)
            if quote.lead is not None:
                self.followers[quote.source, quote.lead].append(quote)

    def fill(self, ranked: list[Ranked]) -> None:
        """Take the best sentences that differ: a section has to open well, then it may go on."""
        best = ranked[0].score
        left = [r for r in ranked if r.score >= _GOES_ON * best]
        while left and sum(q.kind is not Kind.CODE for q in self.taken) < MAX_SENTENCES:
            r = max(left, key=self._gain)
            left.remove(r)
            opens = r.score >= _OPENS * best and len(self.scores) < MAX_SECTIONS
            if r.place in self.scores or opens:
                self._take(r)

    def keep(self, quotes: Sequence[Quote]) -> None:
        """Take the quotes of an earlier draft; a text that recurs is from the fullest section."""
        counts = Counter((quote.source, quote.section) for quote in quotes)
        best: dict[tuple[int, str], Quote] = {}
        for quote in sorted(quotes, key=lambda q: -counts[q.source, q.section]):
            best.setdefault((quote.source, quote.text), quote)
        for quote in best.values():
            self.taken[quote] = None
            self.scores[quote.source, quote.section].append(self.question.score(quote))

    def require(self, term: str, ranked: Sequence[Ranked]) -> None:
        """Take the best sentence that holds a term, from a section already quoted if there is one."""
        if any(term in quote.terms for quote in self.taken):
            return
        holding = [
            r for r in ranked if term in r.quote.terms and r.score >= _STRAYS * ranked[0].score
        ]
        for r in sorted(holding, key=lambda r: r.place not in self.scores):
            if self._take(r):
                return

    def _gain(self, r: Ranked) -> float:
        alike = max((_overlap(r.quote, quote) for quote in self.taken), default=0.0)
        said = set().union(*(quote.terms for quote in self.taken))
        return r.score * (1 - alike / 2) + 0.15 * self.question.share(r.quote.terms - said)

    def _take(self, r: Ranked) -> bool:
        """Take a quote with all it leans on; refuse it if that cannot be quoted, or is said."""
        if r.quote in self.taken:
            return True
        if any(_overlap(r.quote, quote) > _SAME for quote in self.taken):
            return False
        group = self._with_support(r.quote)
        if group is None:
            return False
        self.taken.update(dict.fromkeys(group))
        self.scores[r.place].append(r.score)
        return True

    def _with_support(self, quote: Quote) -> list[Quote] | None:
        """Return the quote with the sentences it leans on and the list or code it announces."""
        group = [quote]
        while group[0].leans:
            before = self._before(group[0])
            if before is None or len(group) > 2:
                return None
            group.insert(0, before)
        if quote.kind is Kind.ENTRY and group[0].place > 0:
            first = self.blocks[quote.source, quote.block][0]
            group[:0] = [first] if first.place == 0 else []
        if quote.lead is not None:
            lead = [q for q in self.blocks[quote.source, quote.lead] if q.announces]
            if not lead:
                return None
            group[:0] = lead
        if quote.announces:
            followers = self.followers[quote.source, quote.block]
            if len(followers) > MAX_ITEMS:
                followers = sorted(followers, key=self.question.score, reverse=True)[:MAX_ITEMS]
            return group + followers if followers else None
        return group

    def _before(self, quote: Quote) -> Quote | None:
        """Return the sentence straight before, if it can be quoted and belongs to the same text."""
        block = quote.block if quote.place else quote.block - 1
        for other in self.blocks[quote.source, block]:
            adjacent = other.place == quote.place - 1 if quote.place else other.last
            same = (other.section, other.label, other.entry) == (
                quote.section,
                quote.label,
                quote.entry,
            )
            if adjacent and same and other.kind is quote.kind:
                return other
        return None

    def _worth(self, place: Place) -> float:
        """Return what a section brings: its best sentence, and in part the next two."""
        best, *others = sorted(self.scores[place], reverse=True)[:3]
        return best + 0.3 * sum(others)

    def _places(self) -> list[Place]:
        return sorted(self.scores, key=lambda place: (-self._worth(place), place))

    def keep_best_sections(self) -> None:
        """Drop sections that bring little, unless they alone hold a term of the question."""
        best, *others = self._places() or [(0, 0)]
        for place in reversed(others):
            rest = set().union(*(q.terms for q in self.taken if (q.source, q.section) != place))
            here = set().union(*(q.terms for q in self.taken if (q.source, q.section) == place))
            alone = self.question.share((here - rest) & self.question.words.keys())
            if self._worth(place) < _SECTION_KEEPS_UP * self._worth(best) and alone < _ALONE:
                self.taken = {q: None for q in self.taken if (q.source, q.section) != place}
                del self.scores[place]

    def add_summaries(self) -> None:
        """Let the first sentence of what a signature documents come first."""
        for place in self._places():
            quotes = [
                q for q in self.quotes if (q.source, q.section) == place and q.kind is Kind.PROSE
            ]
            taken = [q for q in self.taken if (q.source, q.section) == place]
            if (
                quotes
                and len(taken) > 1
                and signature_name(quotes[0].path[-1] if quotes[0].path else "")
            ):
                first = quotes[0]
                if not first.announces and all(_overlap(first, q) <= _SAME for q in self.taken):
                    self.taken[first] = None

    def add_examples(self) -> None:
        """Show code of the best sections, if the question asks how and none is there."""
        if not self.question.is_how:
            return
        codes = [
            quote for blocks in self.blocks.values() for quote in blocks if quote.kind is Kind.CODE
        ]
        for place in self._places():
            shown = [quote for quote in self.taken if quote.kind is Kind.CODE]
            if len(shown) >= MAX_EXAMPLES:
                return
            near = [c for c in codes if (c.source, c.section) == place and c not in self.taken]
            if near and not any((c.source, c.section) == place for c in shown):
                best = max(near, key=lambda c: self.question.share(c.terms))
                if self.question.share(best.terms) >= _SHOWS:
                    self.taken[best] = None

    def ordered(self) -> list[Quote]:
        """Return the quotes section by section, each in the order of its source."""
        rank_of = {place: at for at, place in enumerate(self._places())}
        return sorted(self.taken, key=lambda q: (rank_of[q.source, q.section], q.block, q.place))


def _overlap(one: Quote, other: Quote) -> float:
    """Return how alike two quotes are, 0..1: the Jaccard index of their terms."""
    if one.text == other.text:
        return 1.0
    return len(one.terms & other.terms) / max(len(one.terms | other.terms), 1)
