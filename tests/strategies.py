"""Any run, for property tests: what a model, a page or a person may put into it."""

from hypothesis import strategies as st

from cite_or_refuse.domain.check import Claim
from cite_or_refuse.domain.parts import Decision, Draft
from cite_or_refuse.domain.run import Run
from cite_or_refuse.domain.source import Source
from cite_or_refuse.ports import Commit

any_text = st.text(st.characters(exclude_categories=()), max_size=40)  # lone surrogates, too

st.register_type_strategy(Claim, st.builds(Claim, text=any_text, score=st.floats(0, 1)))
st.register_type_strategy(Draft, st.builds(Draft, text=any_text))
st.register_type_strategy(Decision, st.builds(Decision, notes=any_text))
st.register_type_strategy(Source, st.builds(Source, title=any_text, content=any_text))

runs = st.from_type(Run)
commits = st.from_type(Commit)
