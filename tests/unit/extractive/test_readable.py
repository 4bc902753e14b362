import pytest

from cite_or_refuse.adapters.extractive.readable import is_clean, readable


@pytest.mark.parametrize(
    ("markup", "shown"),
    [
        ("Use ``interrupt`` in\n  a node.", "Use `interrupt` in a node."),
        ("See :py:class:`~tarn.Cache` first.", "See `tarn.Cache` first."),
        ("The :ref:`cache <the-cache>` is small.", "The cache is small."),
        ("Read `the manual <https://tarn.example>`__ first.", "Read the manual first."),
        ("Read [the `manual`](https://tarn.example/a_(b)) first.", "Read the `manual` first."),
        ("A [`Command`][tarn.types.Command] is sent.", "A `Command` is sent."),
        ("It **never** sleeps, *ever*.", "It never sleeps, ever."),
        ("It takes *args and **kwargs.", "It takes *args and **kwargs."),
        ("Keep `**this**` and `[that](x)`.", "Keep `**this**` and `[that](x)`."),
        ("It was 256 MB.[^9] It grew [1].", "It was 256 MB. It grew."),
        ("It is <b>small</b>.", "It is small."),
        ("For example::", "For example:"),
        ("The __init__ method.", "The __init__ method."),
    ],
)
def test_markup_is_taken_out_and_no_word_is_changed(markup, shown):
    # GIVEN a text in some markup, WHEN it is made readable, THEN only its words are left
    assert readable(markup) == shown


@pytest.mark.parametrize(
    "text",
    [
        "Read https://tarn.example first.",
        "Read www.tarn.example first.",
        "Ask tarn@example.org first.",
        "Run <script>alert(1)</script> first.",
        "The size \ue200cite\ue201 is small.",
        "The size is small【1†source】.",
        "The size [12] is small.",
        "Use `size to set it.",
        "The size | 512 | is small.",
        "The size\u202e is small.",
        "The size \ud800 is small.",
    ],
)
def test_what_cannot_be_read_for_sure_is_not_quoted(text):
    # GIVEN a text with an address, a marker, HTML, half a code span or an unseen character
    # WHEN it is looked at, THEN it is not clean
    assert not is_clean(text)


@pytest.mark.parametrize(
    "text",
    [
        "Use `https://tarn.example` or `<name>` in code.",
        "`items[0]` is the first.",
        "می\u200cخواهم is a word.",
    ],
)
def test_code_between_ticks_and_joiners_are_clean(text):
    # GIVEN what is safe where it stands, WHEN it is looked at, THEN it may be quoted
    assert is_clean(text)
