"""An answer in the making: the quotes taken so far, and what they have to be read with."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from cite_or_refuse.adapters.extractive.blocks import Kind
from cite_or_refuse.adapters.extractive.quotes import Place, Quote
from cite_or_refuse.adapters.extractive.ranking import Ranked, Ranking

MAX_SENTENCES = 12
MAX_SECTIONS = 5
MAX_EXAMPLES = 2
MAX_ITEMS = 6  # of a list that a sentence announces

_OPENS = 0.7  # of the best score, for a sentence to bring a new section in
_GOES_ON = 0.4  # of the best score, for a sentence of a section that is in
_STRAYS = 0.3  # of the best score, for a sentence to answer what a reviewer misses
_KEEPS_UP = 0.5  # of what the best section brings, for a section to stay
_ALONE = 0.15  # of the question's weight that no other section brings, for a section to stay
_SHOWS = 0.25  # of the question's weight, for an example to be one of what is asked
_SAME = 0.6  # of two sentences' terms in common: they say the same
_NEW = 0.15  # what a sentence gains by terms of the question that are not yet said


class Answer:
    """Grows by whole thoughts: a sentence comes with what it leans on and what it announces."""

    def __init__(self, ranking: Ranking) -> None:
        self._ranking = ranking
        self._question = ranking.question
        self._taken: dict[Quote, None] = {}
        self._scores: defaultdict[Place, list[float]] = defaultdict(list)
        self._kept: dict[Place, int] = {}
        self._sections: defaultdict[Place, list[Quote]] = defaultdict(list)
        self._blocks: defaultdict[Place, list[Quote]] = defaultdict(list)
        self._followers: defaultdict[Place, list[Quote]] = defaultdict(list)
        for quote in ranking.quotes:
            self._sections[quote.home].append(quote)
            self._blocks[quote.source, quote.number].append(quote)
            if quote.lead is not None:
                self._followers[quote.source, quote.lead].append(quote)

    def fill(self, ranked: Sequence[Ranked]) -> None:
        """Take the best sentences that differ: a section has to open well, then it may go on."""
        left = list(ranked)
        while left and sum(q.kind is not Kind.CODE for q in self._taken) < MAX_SENTENCES:
            r = max(left, key=self._gain)
            left.remove(r)
            best = max((max(scores) for scores in self._scores.values()), default=0.0)
            opens = r.score >= _OPENS * best and len(self._scores) < MAX_SECTIONS
            goes_on = r.quote.home in self._scores and r.score >= _GOES_ON * best
            if opens or goes_on:
                self._take(r)

    def keep(self, quotes: Sequence[Quote]) -> None:
        """Take the quotes of an earlier draft in its order, before any other section.

        A text that recurs is the one in best company.
        """
        company = Counter(home for q in quotes for home in (q.home, (q.home, q.number)))
        kept: dict[tuple[int, str], Quote] = {}
        for quote in sorted(quotes, key=lambda q: (-company[q.home, q.number], -company[q.home])):
            kept.setdefault((quote.source, quote.text), quote)
        for quote in kept.values():
            self._taken[quote] = None
            self._scores[quote.home].append(self._ranking.score(quote))
        homes = dict.fromkeys(quote.home for quote in quotes if quote in self._taken)
        self._kept = {home: at for at, home in enumerate(homes)}

    def require(self, term: str, ranked: Sequence[Ranked]) -> None:
        """Take the best sentence with a term, or under it, rather from a section quoted already.

        A term of the question brings no sentence in that is far from the question.
        """
        if any(term in quote.terms | quote.context for quote in self._taken):
            return
        owed = term in self._question.words
        least = _STRAYS * ranked[0].score if owed and ranked else 0.0
        holding = [
            r for r in ranked if term in r.quote.terms | r.quote.context and r.score >= least
        ]
        for r in sorted(holding, key=lambda r: r.quote.home not in self._scores):
            if self._take(r):
                return

    def drop_weak_sections(self) -> None:
        """Drop sections that bring little, unless they alone hold a term of the question."""
        places = self._places()
        for place in reversed(places[1:]):
            rest = [quote for quote in self._taken if quote.home != place]
            here = [quote for quote in self._taken if quote.home == place]
            only_here = (_terms_of(here) - _terms_of(rest)) & self._question.words.keys()
            is_weak = self._worth(place) < _KEEPS_UP * self._worth(places[0])
            if is_weak and self._question.share(only_here) < _ALONE:
                self._taken = dict.fromkeys(rest)
                del self._scores[place]

    def add_summaries(self) -> None:
        """Let the first sentence under a signature open its section, if more than one follows."""
        for place in self._places():
            first = next((q for q in self._sections[place] if q.kind is Kind.PROSE), None)
            if first is None or first.announces or self._says(first) or not first.subject:
                continue
            if sum(quote.home == place for quote in self._taken) > 1:
                self._taken[first] = None

    def add_examples(self) -> None:
        """Show code of the best sections, or if they have none, of the best section's source."""
        for place in self._places():
            shown = [quote for quote in self._taken if quote.kind is Kind.CODE]
            if len(shown) < MAX_EXAMPLES and not any(quote.home == place for quote in shown):
                self._show(self._sections[place])
        if self._taken and not any(quote.kind is Kind.CODE for quote in self._taken):
            source = self._places()[0][0]
            headed = (q for q in self._ranking.quotes if q.source == source and q.block.path)
            self._show(list(headed))

    def _show(self, quotes: Sequence[Quote]) -> None:
        """Take the code that has most of the question, if it is about it at all."""
        codes = [quote for quote in quotes if quote.kind is Kind.CODE]
        best = max(codes, key=lambda code: self._question.share(code.terms), default=None)
        if best and (share := self._question.share(best.terms)) >= _SHOWS:
            self._taken[best] = None
            self._scores[best.home].append(share / 2)

    def answers(self) -> bool:
        """Whether what is taken says enough of the question to be an answer."""
        return self._ranking.answers(list(self._taken))

    def ordered(self) -> list[Quote]:
        """Return the quotes, the best section first, each section in the order of its source."""
        order = {place: at for at, place in enumerate(self._places())}
        return sorted(self._taken, key=lambda quote: (order[quote.home], quote.number, quote.nth))

    def _places(self) -> list[Place]:
        """Return the sections in the order of the answer."""
        last = len(self._kept)
        return sorted(self._scores, key=lambda p: (self._kept.get(p, last), -self._worth(p), p))

    def _worth(self, place: Place) -> float:
        """Return what a section brings: its best sentence, and in part the next two."""
        best, *others = sorted(self._scores[place], reverse=True)[:3]
        return best + 0.3 * sum(others)

    def _gain(self, r: Ranked) -> float:
        """Return the score less what is said already: maximal marginal relevance.

        Carbonell and Goldstein, SIGIR 1998.
        """
        alike = max((_overlap(r.quote, quote) for quote in self._taken), default=0.0)
        new = self._question.share(r.quote.terms - _terms_of(self._taken))
        return r.score * (1 - alike / 2) + _NEW * new

    def _says(self, quote: Quote) -> bool:
        return any(_overlap(quote, other) > _SAME for other in self._taken)

    def _take(self, r: Ranked) -> bool:
        """Take a quote with its support, unless that cannot be quoted or is said already."""
        if r.quote in self._taken:
            return True
        group = None if self._says(r.quote) else self._with_support(r.quote)
        if group is None:
            return False
        self._taken.update(dict.fromkeys(group))
        self._scores[r.quote.home].append(r.score)
        return True

    def _with_support(self, quote: Quote) -> list[Quote] | None:
        """Return the quote with the sentences before it that it needs, and what it announces."""
        group = [quote]
        while group[0].leans:
            before = self._before(group[0])
            if before is None or len(group) > 2:
                return None
            group.insert(0, before)
        if quote.kind is Kind.ENTRY and group[0].nth > 0:
            first = [q for q in self._blocks[quote.source, quote.number] if q.nth == 0]
            if not first:
                return None
            group[:0] = first
        if quote.lead is not None:
            lead = [q for q in self._blocks[quote.source, quote.lead] if q.announces]
            if not lead:
                return None
            group[:0] = lead
        if quote.announces:
            followers = self._followers[quote.source, quote.number]
            best = sorted(followers, key=self._ranking.score, reverse=True)[:MAX_ITEMS]
            return group + best if best else None
        return group

    def _before(self, quote: Quote) -> Quote | None:
        """Return the sentence straight before, if it can be quoted and is of the same text."""
        if quote.nth:
            beside = self._blocks[quote.source, quote.number]
            return next((q for q in beside if q.nth == quote.nth - 1), None)
        above = next((q for q in self._blocks[quote.source, quote.number - 1] if q.is_last), None)
        if above is None or above.home != quote.home:
            return None
        one, other = above.block, quote.block
        same = (one.kind, one.label, one.info) == (other.kind, other.label, other.info)
        return above if same else None


def _terms_of(quotes: Iterable[Quote]) -> set[str]:
    return set().union(*(quote.terms for quote in quotes))


def _overlap(one: Quote, other: Quote) -> float:
    """Return how alike two quotes are, 0..1: the Jaccard index of their terms."""
    if one.text == other.text:
        return 1.0
    return len(one.terms & other.terms) / max(len(one.terms | other.terms), 1)
