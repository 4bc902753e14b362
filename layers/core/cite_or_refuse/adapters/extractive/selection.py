"""Choose the few quotes that make an answer."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import islice

from cite_or_refuse.adapters.extractive.answer import Answer
from cite_or_refuse.adapters.extractive.quotes import Quote
from cite_or_refuse.adapters.extractive.ranking import Ranked, Ranking

_FEEDBACK = 12  # of the best sentences tell what the answer is about
_OFTEN = 4  # of these have to name a thing, for the answer to be about it
_WIDER = 0.7  # what that counts, of the mean weight of a term


def choose(
    ranking: Ranking, kept: Sequence[Quote] = (), required: Iterable[str] = ()
) -> list[Quote]:
    """Return the quotes of an answer, grouped by section, the best section first.

    `kept` are those of a draft to be rewritten; without them the best are taken. `required` are
    terms that somebody missed: the best sentence with each is taken in.
    """
    _widen(ranking)
    answer = Answer(ranking)
    if kept:
        answer.keep(kept)
    elif speaking := _speaking(ranking):
        answer.fill(speaking)
        answer.drop_weak_sections()
        for name in sorted(ranking.question.names):
            answer.require(name, speaking)
        answer.add_summaries()
        if ranking.question.is_how:
            answer.add_examples()
        if not answer.answers():
            return []
    required = list(required)
    ranking.question.widen(required, _WIDER)
    ranked = ranking.ranked()
    for term in required:
        answer.require(term, ranked)
    return answer.ordered()


def _speaking(ranking: Ranking) -> list[Ranked]:
    return [r for r in ranking.ranked() if ranking.speaks(r.quote.home)]


def _widen(ranking: Ranking) -> None:
    """Ask also for the thing that the best sentences speak of: `interrupt`, for a pause.

    This is pseudo relevance feedback, bound to what the sources define under a name of one word:
    one of several, such as `strip_auth`, shares each of them with much else.
    """
    question = ranking.question
    if any(quote.defined in question.names for quote in ranking.quotes):
        return
    defined = {quote.defined for quote in ranking.quotes if _is_one_word(quote)}
    worth: defaultdict[str, list[float]] = defaultdict(list)
    for r in islice(_speaking(ranking), _FEEDBACK):
        for term in (r.quote.terms & defined) - question.weights.keys():
            worth[term].append(r.score * question.rarity(term))
    often = {term: sum(found) for term, found in worth.items() if len(found) >= _OFTEN}
    if often:
        question.widen([max(sorted(often), key=often.__getitem__)], _WIDER)


def _is_one_word(quote: Quote) -> bool:
    return sum(not term.startswith("=") for term in quote.subject) == 1
