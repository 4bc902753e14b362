import io
import json

import pytest

from cite_or_refuse.runtime import judging
from cite_or_refuse.runtime.cli import batch
from cite_or_refuse.runtime.cli.batch import judge_lines

TARN = {
    "title": "Tarn notes",
    "url": "https://docs.example.org/tarn",
    "snippet": "",
    "content": "The default cache size is 512 MB. Tarn 2.4 was released on 5 March 2024.",
}
TRUE = "The default cache size is 512 MB.[^1]"
FALSE = "The default cache size is 900 GB.[^1]"


def a_line(name: object = "a", draft: object = TRUE, sources: object = (TARN,), **more: object):
    return json.dumps({"id": name, "draft": draft, "sources": sources} | more).encode()


def answers(*lines: bytes) -> tuple[list[dict], list[int]]:
    pairs = list(judge_lines(io.BytesIO(b"\n".join(lines))))
    return [answer for answer, _ in pairs], [code for _, code in pairs]


def test_each_line_gets_its_answer_in_order():
    # GIVEN a true line, a false one and a true one, two of them with the same id
    # WHEN they are judged
    got, codes = answers(a_line("x"), a_line("y", FALSE), a_line("x"))
    # THEN each has its answer in its place
    assert [answer["id"] for answer in got] == ["x", "y", "x"]
    assert [answer["outcome"] for answer in got] == ["grounded", "refused", "grounded"]
    assert codes == [0, 3, 0]
    assert got[1]["reasons"] == ["unsupported_claim"]
    assert "900" in " ".join(got[1]["claims"][0]["missing"])


def test_an_answer_has_these_fields_and_evidence_that_is_in_the_source():
    # GIVEN a line that is grounded
    # WHEN it is judged
    [answer], _ = answers(a_line())
    # THEN the shape is the contract's
    assert set(answer) == {"id", "outcome", "reasons", "claims"}
    [claim] = answer["claims"]
    assert set(claim) == {"text", "citations", "verdict", "missing", "score", "evidence"}
    for span in claim["evidence"]:
        assert TARN["content"][span["start"] : span["end"]] == span["quote"]


@pytest.mark.parametrize("name", ["", "é\u2028", 0, -1.5, True, None, 10**4000])
def test_an_id_comes_back_as_it_was(name: object):
    # GIVEN any scalar of JSON as id
    # WHEN its line is judged
    [answer], _ = answers(a_line(name))
    # THEN it comes back, with its type
    assert (answer["id"], type(answer["id"])) == (name, type(name))


@pytest.mark.parametrize(
    ("line", "name", "sentence"),
    [
        (b"{", None, "This is no JSON"),
        (b"[1]", None, "This line is no JSON object."),
        (b"\xff\xfe{}", None, "This line is not UTF-8 text"),
        (b'{"id": 1, "id": 2}', None, "an object has the field 'id' twice"),
        (b'{"id": NaN}', None, "NaN is no number of JSON"),
        (b'{"id": 1e999}', None, "a number is out of range"),
        (b'{"id": ' + b"9" * 5000 + b"}", None, "This JSON cannot be read"),
        (b"[" * 200_000, None, "This JSON is nested too deeply."),
        (b'{"draft": "x", "sources": []}', None, "There is no 'id'."),
        (b'{"id": [], "draft": "x", "sources": []}', None, "The 'id' is neither"),
        (a_line(draft=None), "a", "There is no 'draft', or it is no string."),
        (a_line(sources=None), "a", "The sources are no list"),
        (a_line(sources={"url": "x"}), "a", "The sources are no list"),
        (a_line(sources=["x"]), "a", "Source 1 is no object."),
        (a_line(sources=[TARN, TARN | {"content": None}]), "a", "'content' of source 2 is no str"),
        (a_line(sources=[{"content": "x"}]), "a", "Source 1 has no 'url'."),
        (a_line(sources=[{"url": "x"}]), "a", "Source 1 has no 'content'."),
        (a_line(stop_reason=5), "a", "The 'stop_reason' is no string."),
    ],
)
def test_a_bad_line_gets_a_sentence_and_the_rest_go_on(line: bytes, name: str, sentence: str):
    # GIVEN a line that cannot be judged, before one that can
    # WHEN both are read
    got, codes = answers(line, a_line("b"))
    # THEN the first says why, with its id where it could be read, and the second is judged
    assert set(got[0]) == {"id", "error"}
    assert got[0]["id"] == name
    assert sentence in got[0]["error"]
    assert got[1]["outcome"] == "grounded"
    assert codes == [2, 0]


def test_title_and_snippet_may_be_missing_and_blank_lines_are_nobodys():
    # GIVEN a source of the two fields that the gate needs, between blank lines
    line = a_line(sources=[{"url": TARN["url"], "content": TARN["content"]}])
    # WHEN the lines are read
    got, codes = answers(b"", line, b"  ", b"")
    # THEN there is one answer
    assert [answer["outcome"] for answer in got] == ["grounded"]
    assert codes == [0]


@pytest.mark.parametrize(
    ("stop_reason", "outcome", "reasons"),
    [
        *((word, "grounded", []) for word in (None, "end_turn", "stop_sequence", "stop")),
        ("tool_use", "grounded", []),
        *(
            (word, "refused", ["truncated"])
            for word in ("max_tokens", "length", "model_context_window_exceeded", "STOP", "", "new")
        ),
        *(
            (word, "refused", ["blocked"])
            for word in ("guardrail_intervened", "content_filtered", "refusal")
        ),
    ],
)
def test_a_draft_that_did_not_end_well_is_no_draft(
    stop_reason: str | None, outcome: str, reasons: list[str]
):
    # GIVEN a true draft, and why its model stopped
    # WHEN it is judged
    [answer], _ = answers(a_line(stop_reason=stop_reason))
    # THEN only a model that came to its end is believed
    assert (answer["outcome"], answer["reasons"]) == (outcome, reasons)


def test_a_gate_that_breaks_on_one_line_neither_passes_it_nor_stops(monkeypatch):
    # GIVEN a gate that raises on one draft
    real = judging.check

    def fragile(draft, sources):
        if draft == "break":
            raise ZeroDivisionError("by the test")
        return real(draft, sources)

    monkeypatch.setattr(judging, "check", fragile)
    # WHEN three lines are judged
    got, codes = answers(a_line(1), a_line(2, "break"), a_line(3))
    # THEN the one in the middle says that it could not be checked
    assert [answer.get("outcome") for answer in got] == ["grounded", None, "grounded"]
    assert got[1] == {"id": 2, "error": "The gate itself broke: ZeroDivisionError: by the test"}
    assert codes == [0, 1, 0]


def test_a_line_too_long_for_memory_is_skipped(monkeypatch):
    # GIVEN a limit, a line of three times that length, and a line that fits
    monkeypatch.setattr(batch, "MAX_BYTES", 1000)
    # WHEN they are read
    got, codes = answers(a_line("x" * 3000), a_line("b"))
    # THEN only the long one is lost
    assert got[0] == {"id": None, "error": "Line 1 is longer than 0 MiB."}
    assert (got[1]["id"], codes) == ("b", [2, 0])


def test_lines_are_answered_before_the_next_is_read():
    # GIVEN a file of which only one line has arrived
    class Trickle(io.BytesIO):
        reads = 0

        def readline(self, size=-1, /):
            self.reads += 1
            return super().readline(size)

    file = Trickle(a_line("a") + b"\n" + a_line("b"))
    # WHEN the first answer is asked for
    next(judge_lines(file))
    # THEN nothing more was read
    assert file.reads == 1
