import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cite_or_refuse.domain.errors import BadInput
from cite_or_refuse.runtime.aws.asking import Asked, asked_in
from cite_or_refuse.runtime.aws.wishes import Wishes

QUESTION = "Wie groß ist Tarns Cache?"


def as_json(**fields: Any) -> bytes:
    return json.dumps({"question": QUESTION} | fields).encode()


@pytest.mark.parametrize("suffix", [".txt", ".md", ".TXT"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_text_is_the_question_in_whatever_unicode_an_editor_saved_it(suffix: str, encoding: str):
    assert asked_in(f"questions/q{suffix}", QUESTION.encode(encoding)) == Asked(QUESTION)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_json_has_the_question_its_options_and_its_documents(encoding: str):
    # GIVEN a document with everything in it
    documents = {"set": "tarn", "names": ["manual.pdf", "notes/2024.md"]}
    data = as_json(options={"max_revisions": 1}, documents=documents).decode().encode(encoding)
    # WHEN it is read, its extension in capitals
    asked = asked_in("questions/q.JSON", data)
    # THEN each part is there
    assert asked == Asked(QUESTION, Wishes(max_revisions=1), "tarn", tuple(documents["names"]))


def test_documents_may_be_a_set_alone():
    assert asked_in("q.json", as_json(documents={"set": "tarn"})) == Asked(
        QUESTION, documents="tarn"
    )


@pytest.mark.parametrize(
    ("key", "data", "sentence"),
    [
        ("q.pdf", b"%PDF-1.7", "A question is dropped as .txt, .md, .json, not as '.pdf'"),
        ("q", b"What?", "not without an extension"),
        ("folder/", b"What?", "not without an extension"),
        ("q.txt", "Wie groß?".encode("latin-1"), "is not text in UTF-8"),
        ("q.txt", b"\xff\xfeW", "is not text in UTF-8, nor in UTF-16"),
        ("q.json", b"", "This is no JSON: it breaks at line 1, column 1"),
        ("q.json", b'{"question":}', "This is no JSON: it breaks at line 1, column 13"),
        ("q.json", as_json(documents={"set": "../x"}), "no name of a set of documents"),
        ("q.json", b"[" * 100_000, "nested too deeply"),
        ("q.json", b'{"question": NaN}', "NaN is no number"),
        ("q.json", b'{"question": "A?", "question": "B?"}', "has the field 'question' twice"),
        ("q.json", b'["What?"]', "document is no JSON object"),
        ("q.json", b"{}", "There is no 'question' in the document"),
        ("q.json", b'{"question": null}', "or it is no string"),
        ("q.json", as_json(corpus=["/etc"]), "no field 'corpus'; there is: question, options"),
        ("q.json", as_json(options={"corpus": ["/etc"]}), "options has no field 'corpus'"),
        ("q.json", as_json(documents="tarn"), r"as in \{\"set\": \"handbook\"\}"),
        ("q.json", as_json(documents={"names": []}), "no 'set' in the documents"),
        ("q.json", as_json(documents={"set": "t", "url": "s3://b/x"}), "no field 'url'"),
        ("q.json", as_json(documents={"set": "t", "names": "a.md"}), "is no list of strings"),
        ("q.json", as_json(documents={"set": "t", "names": ["a.md"] * 101}), "101 documents"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_what_asks_nothing_is_one_sentence(key: str, data: bytes, sentence: str):
    with pytest.raises(BadInput, match=sentence) as raised:
        asked_in(f"questions/{key}", data)
    assert len(str(raised.value)) < 250


@pytest.mark.parametrize(
    "name",
    [
        "../../questions/q.md",
        "a/../b.md",
        "/etc/motd.md",
        "./a.md",
        "a//b.md",
        "a/",
        "",
        ".hidden.md",
        "node_modules/a.md",
        "a.exe",
        "a\n.md",
        "a\0.md",
        "\ud800.md",
        "x" * 300 + ".md",
    ],
    ids=ascii,
)
def test_a_companion_has_the_name_of_a_document_that_a_folder_may_hold(name: str):
    data = as_json(documents={"set": "tarn", "names": [name]})
    with pytest.raises(BadInput, match="is not the name of a document that can be read"):
        asked_in("questions/q.json", data)


@given(st.sampled_from([".txt", ".md", ".json"]), st.binary(max_size=200))
def test_any_bytes_are_a_question_or_bad_input(suffix: str, data: bytes):
    try:
        asked = asked_in(f"questions/q{suffix}", data)
    except BadInput:
        return
    assert isinstance(asked.question, str)
