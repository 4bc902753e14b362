"""The model behind `extractive`: plan, write and review by counting words."""

import re
from collections.abc import Sequence

from cite_or_refuse.adapters.extractive.blocks import Kind
from cite_or_refuse.adapters.extractive.draft import compose, opening
from cite_or_refuse.adapters.extractive.plan import queries
from cite_or_refuse.adapters.extractive.question import Question
from cite_or_refuse.adapters.extractive.quotes import Quote, quotes_of
from cite_or_refuse.adapters.extractive.ranking import Ranking
from cite_or_refuse.adapters.extractive.selection import choose
from cite_or_refuse.adapters.extractive.terms import asked_terms, terms
from cite_or_refuse.domain.check import Reason
from cite_or_refuse.domain.parts import DraftProblem, Verdict
from cite_or_refuse.domain.source import Source
from cite_or_refuse.gate import feedback, no_draft
from cite_or_refuse.gate.readable import is_evidence
from cite_or_refuse.ports import Assignment, Manuscript, Model, Opinion, Writing

# What the reviewer below and the gate's feedback write: the first asks for a word, the second
# quotes the claim that does not stand, cut off if it is long.
_MISSED = re.compile(r"Say what the sources hold about “([^”\n]{1,100})”\.")
_REFUSED = re.compile(r".{1,2000}?: “(.{1,200}?)(…?)”(?: Nearest, .*)?", re.DOTALL)
_MORE = re.compile(r"[0-9]{1,9} more claims do not stand\.")
_SURE = 60  # characters by which a long quote is told apart
# What the gate says of a draft as a whole asks for no words.
_GENERAL = frozenset(line for reason in Reason for line in feedback(no_draft(reason)))


class ExtractiveModel(Model):
    """Writes quotes, so it needs no language model and cannot invent.

    The same question and sources give the same plan, draft and opinion.
    """

    name = "extractive"

    def plan(self, question: str) -> Sequence[str]:
        """Return the content words of the question, of its parts, and the names in it."""
        return queries(question)

    def write(self, assignment: Assignment) -> Writing:
        """Quote what answers; an empty draft if no sentence speaks of the question."""
        refused = [found for note in assignment.notes if (found := _REFUSED.fullmatch(note))]
        left = [
            quote
            for quote in _all_quotes(assignment.sources)
            if not any(_is_refused(note[1], quote, is_cut=bool(note[2])) for note in refused)
        ]
        kept = _kept(assignment.previous, left)
        required = [term for note in assignment.notes for term in _wanted(note)]
        ranking = _ranking(assignment.question, assignment.sources, left)
        draft = compose(choose(ranking, kept, required))
        return Writing(draft) if draft else Writing("", DraftProblem.EMPTY_DRAFT)

    def review(self, manuscript: Manuscript) -> Opinion:
        """Ask for the terms that the draft lacks and a quote of the sources would bring."""
        quotes = _all_quotes(manuscript.sources)
        ranking = _ranking(manuscript.question, manuscript.sources, quotes)
        cited = {number for claim in manuscript.claims for number in claim.citations}
        present = set(terms(manuscript.draft)).union(*(ranking.titled(n) for n in cited))
        missing = {
            term: word for term, word in ranking.question.words.items() if term not in present
        }
        kept = _kept(manuscript.draft, quotes)
        rewritten = choose(ranking, kept, missing)
        found = set().union(*(quote.terms | quote.context for quote in rewritten))
        notes = tuple(_ask_for(word) for term, word in missing.items() if term in found)
        open_notes = tuple(
            f"The sources hold nothing about “{word}” that could be quoted here."
            for term, word in missing.items()
            if term not in found
        )
        return Opinion(Verdict.REVISE if notes else Verdict.ACCEPT, notes, open_notes)


def _all_quotes(sources: Sequence[Source]) -> list[Quote]:
    readable = [(n, source) for n, source in enumerate(sources, 1) if is_evidence(source.content)]
    return [quote for n, source in readable for quote in quotes_of(source, n)]


def _ranking(question: str, sources: Sequence[Source], quotes: Sequence[Quote]) -> Ranking:
    return Ranking(Question(question, quotes), sources, quotes)


def _ask_for(word: str) -> str:
    return f"Say what the sources hold about “{word}”."


def _wanted(note: str) -> list[str]:
    """Return the terms that a note asks for: the reviewer's, or any of a person's own words."""
    if missed := _MISSED.fullmatch(note):
        return list(asked_terms(missed[1]))
    if _REFUSED.fullmatch(note) or _MORE.fullmatch(note) or note in _GENERAL:
        return []
    return list(asked_terms(note))


def _is_refused(claim: str, quote: Quote, *, is_cut: bool) -> bool:
    """Whether a claim that the gate refused is this quote, with or without an entry's name."""
    text = quote.text
    if quote.kind is Kind.CODE:
        lines = filter(None, map(str.strip, text.replace("`", "'").splitlines()))
        text = " ".join(f"`{line}`" for line in lines)
    return text[:_SURE] in claim if is_cut and len(text) > _SURE else claim.endswith(text)


def _kept(draft: str, quotes: Sequence[Quote]) -> list[Quote]:
    """Return the quotes that a draft of this model has, in its order."""
    standing = [quote for quote in quotes if _stands_in(draft, quote)]
    return sorted(standing, key=lambda quote: draft.find(quote.text))


def _stands_in(draft: str, quote: Quote) -> bool:
    """Whether a draft of this model has a quote, on a line that begins as it would."""
    if quote.kind is Kind.CODE:
        return quote.text in draft
    begins, cited = opening(quote).lstrip(), f"{quote.text}[^{quote.source}]"
    lines = map(str.lstrip, draft.splitlines())
    return any(line.startswith(begins) and cited in line for line in lines)
