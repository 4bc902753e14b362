from pathlib import Path
from textwrap import dedent

import pytest

from cite_or_refuse.adapters.documents import read_document
from cite_or_refuse.adapters.documents.python import dotted_name, read
from cite_or_refuse.domain.errors import Unreadable

HERE = Path("tarn.py")


def text_of(source: str) -> str:
    return read(HERE, dedent(source).encode())[1]


def test_a_function_is_its_whole_signature_and_its_docstring_dedented():
    # GIVEN a function with every kind of parameter
    source = '''
        async def draw(
            a, b: int = 2, /, c=("x",), *rest: str, deep: float | None = None, **more
        ):
            """Draw water.

            Example:
                draw(1)
            """
    '''
    # WHEN it is read
    # THEN it reads like its page in a manual
    assert text_of(source) == dedent("""\
        tarn

        async tarn.draw(a, b: int = 2, /, c=('x',), *rest: str, deep: float | None = None, **more)

        Draw water.

        Example:
            draw(1)
    """)


def test_a_class_is_called_as_its_init_and_followed_by_what_it_owns():
    # GIVEN a class with fields, a property, and methods of each kind
    source = '''
        """The module."""

        class Tarn(Lake):
            """A small lake."""

            depth: float = 3.5
            """In metres."""
            name: str

            def __init__(self, name: str, *, depth: float = 3.5):
                """Make it."""

            @property
            def area(self) -> float:
                """In square metres."""

            @area.setter
            def area(self, value): ...

            @classmethod
            def of(cls, text: str) -> "Tarn": ...

            @staticmethod
            def count() -> int: ...

            def _secret(self): "Not for you."
    '''
    # THEN a reader finds what a caller needs, and nothing private
    assert text_of(source) == dedent("""\
        tarn

        The module.

        class tarn.Tarn(name: str, *, depth: float = 3.5)

        Bases: Lake

        A small lake.

        Make it.

        tarn.Tarn.depth: float = 3.5

        In metres.

        tarn.Tarn.name: str

        tarn.Tarn.area: float

        In square metres.

        classmethod tarn.Tarn.of(text: str) -> 'Tarn'

        staticmethod tarn.Tarn.count() -> int
    """)


def test_a_constant_comes_with_its_value_and_the_comment_above_it():
    source = """
        # How long a call may take.
        # In seconds.
        TIMEOUT = 30
        _HIDDEN = 1
        TABLE = make_table()
        helper = 2
    """
    assert (
        text_of(source) == "tarn\n\ntarn.TIMEOUT = 30\n\nHow long a call may take.\nIn seconds.\n"
    )


def test_what_is_defined_by_version_is_found_in_its_branch():
    source = """
        try:
            import fast
        except ImportError:
            fast = None
        if fast:
            def run(): "Fast."
        else:
            def run(): "Slow."
    """
    assert text_of(source) == "tarn\n\ntarn.run()\n\nFast.\n\ntarn.run()\n\nSlow.\n"


def test_no_code_runs(tmp_path):
    # GIVEN a module that would leave a trace
    trace = tmp_path / "trace"
    path = tmp_path / "trap.py"
    path.write_text(
        f'"""Doc."""\nopen({str(trace)!r}, "w")\ndef f(x=open({str(trace)!r}, "w")): ...\n'
    )
    # WHEN it is read
    read_document(path)
    # THEN it left none
    assert not trace.exists()


def test_an_encoding_line_is_honoured():
    assert "Größe" in read(HERE, '# coding: latin-1\n"""Größe."""\n'.encode("latin-1"))[1]


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("def f(:\n", "is not valid Python"),
        ("x = " + "(" * 300 + ")" * 300, "is not valid Python"),
        ('"""Doc."""\nX: int = ' + "-" * 5000 + "1", "too deep or too long"),
        ('"""Doc."""\nX = 0x' + "f" * 10_000, "too deep or too long"),
        ("import os\n", "holds no docstring and nothing public"),
    ],
)
def test_source_that_cannot_be_read_says_so_in_one_sentence(source, why):
    with pytest.raises(Unreadable) as refusal:
        read(HERE, source.encode())
    assert why in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_a_bad_escape_in_their_code_is_no_warning_of_ours():
    assert "Doc" in read(HERE, b'"""Doc."""\nPATTERN = "\\d"\n')[1]


def test_a_module_is_named_as_it_is_imported(tmp_path):
    # GIVEN a module in packages, one in a namespace package, one on its own
    package = tmp_path / "lake" / "small"
    package.mkdir(parents=True)
    (tmp_path / "lake" / "__init__.py").touch()
    (package / "__init__.py").touch()
    # THEN each has its dotted name
    assert dotted_name(package / "tarn.py") == "lake.small.tarn"
    assert dotted_name(package / "__init__.py") == "lake.small"
    assert dotted_name(Path("/env/site-packages/lang/types.py")) == "lang.types"
    assert dotted_name(tmp_path / "tarn.py") == "tarn"
