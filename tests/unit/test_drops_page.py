import re
from pathlib import Path

from cite_or_refuse.adapters.aws import document_sets, questions
from cite_or_refuse.adapters.documents import MAX_BYTES
from cite_or_refuse.domain.run import MAX_QUESTION_CHARS
from cite_or_refuse.report.files import FILES
from cite_or_refuse.runtime.aws.asking import SUFFIXES, asked_in
from cite_or_refuse.runtime.aws.dropped import Dropped
from cite_or_refuse.runtime.aws.wishes import LIMITS, ROLES, options_of
from cite_or_refuse.runtime.settings import Settings

PAGE = (Path(__file__).parents[2] / "docs" / "drops.md").read_text()


def test_the_pages_example_can_be_dropped():
    # GIVEN the document of the page
    [example] = re.findall(r"```json\n(.+?)```", PAGE, re.DOTALL)
    # WHEN it is read, in a stack with default settings
    asked = asked_in("questions/q.json", example.encode())
    options = options_of(asked.wishes, Settings(home=Path("h"), documents="b"), asked.documents)
    # THEN everything in it is taken
    assert options.corpus == ("s3://b/documents/tarn-2.4",)
    assert (options.human, options.max_revisions, len(asked.names)) == (True, 1, 2)


def test_the_page_has_the_limits_and_names_of_the_code():
    numbers = (
        questions.MAX_BYTES,
        MAX_QUESTION_CHARS,
        document_sets.MAX_DOCUMENTS,
        Settings(home=Path("h")).companion_minutes,
    )
    for said in (*map("{:,}".format, numbers), *FILES, *SUFFIXES, *LIMITS, *ROLES):
        assert said in PAGE
    assert f"at most {MAX_BYTES // 10**6} MB each" in PAGE
    assert f"{document_sets.MAX_SET_BYTES // 10**6} MB in all" in PAGE


def test_the_pages_names_are_those_that_are_given():
    assert Dropped("b", "questions/legal/q1.json", "1").results == "results/legal/q1/"
    assert re.fullmatch(
        "results/q/error-[0-9a-f]{12}/error.json", Dropped("b", "questions/q.txt", "1").error_key
    )
