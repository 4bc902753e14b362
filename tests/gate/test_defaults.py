import pytest

from cite_or_refuse.gate.defaults import wrong_defaults
from cite_or_refuse.gate.index import build_index
from cite_or_refuse.gate.paired import unpaired_values
from cite_or_refuse.gate.reading import Reading, read

PAGE = """\
function:: atomic(using=None, savepoint=True, durable=False)

class Limiter(rate=1, every=0.1, size=20)

class Bucket(rate=5)

Give the limiter `rate`, and `every` if a request should wait.

### MaxNumberOfMessages

The maximum number of messages to return. Valid values: 1 to 10. Default: 1.

The call `open_store(path, timeout=30)` returns a store. Version 65 added it.

Set `transaction` to false to send the commands alone.

Writing to a file is done in one step, if that is asked for. Added the `atomic` parameter, which
is of use for files that others read at the same time as they are written.

function:: send(batch, collect=False)

With `collect` the errors of a batch are returned.

function:: add_route(path, hidden: bool = False, slash: bool = True)

function:: open_file(path, mode='r', encoding=None)

Hidden routes are left out of the schema.

function:: gather(batch, quiet: Literal[False]=False)

With `quiet` the errors of a batch are kept.

Opt in to the new shapes with `legacy=False`, which is what we recommend for what runs on new sites.

function:: load(file, pickles=False)

It raises a `ValueError`.

function:: dump(file, pickles=True)

function:: wait(delay: float = 3, jitter: float = 2)

With `delay` some requests wait for 10 seconds.

A loader reads what it is given when it is made, and nothing else after that. The `lazy` parameter
may be false.

The call `connect(host, patience=30)` waits 90 seconds. Version 3.2.1 added the parameter
`patience`.

Version 2.5 made the `tries` known. Give it `tries`, up to 7 of them, since 4.1 also with pauses. An
8 second `pause` is enough. Version 6 of the parameter `pause` was the last.

### backlog

How many connections may wait.

Since 5.1 up to 128 are held.
"""


def reading(claim: str) -> Reading:
    return read(claim, [(1, build_index(PAGE))])


@pytest.mark.parametrize(
    ("claim", "value"),
    [
        ("The default of `MaxNumberOfMessages` is 10.", "10"),
        ("The `rate` parameter of `Bucket` defaults to 1.", "1"),
        ("By default, `add_route` uses True for `hidden`.", "True"),
        # a class by its form, yet what the default is of
        ("`ReceiveMessage` heeds `MaxNumberOfMessages`, whose default is 10.", "10"),
        # ten seconds are spoken of, but each signature has another number
        ("It takes `delay` (default 10) and `jitter` (default 2).", "10"),
        ("`load` defaults to `pickles=True` and raises `ValueError`.", "True"),
        ("The default of `mode` in `open_file` is `None`.", "None"),
        ("It takes `rate` (default 20), `every` (default 0.1) and `size` (default 20).", "20"),
    ],
)
def test_another_value_of_the_entry_is_not_its_default(claim, value):
    # GIVEN entries with several values, one of which is called the default
    # WHEN another value is claimed to be the default
    # THEN it is named
    assert list(wrong_defaults(reading(claim))) == [value]


def test_what_one_sets_to_false_is_true_by_default():
    # GIVEN a page that tells only what to set an option to
    index = build_index("This can be stopped by setting the `resume` option to `false`.")
    # WHEN claims call one value or another its default
    right, wrong = (
        read(f"The default of `resume` is `{value}`.", [(1, index)]) for value in ("true", "None")
    )
    # THEN the one that it has without being set stands
    assert (list(wrong_defaults(right)), list(wrong_defaults(wrong))) == ([], ["None"])
    turned = read("The default of `resume` is false.", [(1, index)])
    assert list(wrong_defaults(turned)) == ["false"]


@pytest.mark.parametrize(
    "claim",
    [
        "The default of `MaxNumberOfMessages` is 1.",
        "By default errors are lost unless `collect` is true.",  # so it is false
        "The `rate` parameter of `Bucket` defaults to 5.",
        "The `rate` parameter of `Limiter` defaults to 1.",
        "By default, `add_route` uses True for `slash`.",
        "`ReceiveMessage` heeds `MaxNumberOfMessages`, whose default is 1.",
        "It takes `delay` (default 3) and `jitter` (default 2).",
        "`dump` defaults to `pickles=True`, and raises no `ValueError`.",
        "The default of `encoding` in `open_file` is `None`.",
        "It takes `rate` (default 1), `every` (default 0.1) and `size` (default 20).",
    ],
)
def test_the_default_of_an_entry_is_let_pass(claim):
    # GIVEN the same page
    # WHEN the right defaults are claimed
    # THEN none is named
    assert not list(wrong_defaults(reading(claim)))


@pytest.mark.parametrize(
    ("claim", "pair"),
    [
        ("`atomic()` takes `savepoint=None`.", "savepoint=None"),
        ("It is made with `Limiter(size=0)`.", "size=0"),
        ("They are sent alone unless `transaction=True`.", "transaction=True"),
        ("The call `open_store(path, timeout=65)` returns a store.", "timeout=65"),
        ("Pass `lazy=True` to wait.", "lazy=True"),
        # numbers near a name that are no values: a version, what the call does, another thing's
        ("The call `connect(host, patience=3.2.1)` returns.", "patience=3.2.1"),
        ("The call `connect(host, patience = 3.2)` returns.", "patience=3.2"),
        ("The call `connect(host, patience=90)` returns.", "patience=90"),
        ("It is called with `tries=2.5`.", "tries=2.5"),
        ("It is called with `tries=4.1`.", "tries=4.1"),
        ("It is called with `pause=6`.", "pause=6"),
        ("It is called with `backlog=5.1`.", "backlog=5.1"),
        # the page writes the value out, so "on" beside it is another word
        ("Opt in to the new shapes with `legacy=True`.", "legacy=True"),
        # what stands in a type is said of nothing
        ("With `quiet=False` the errors of a batch are kept.", "quiet=False"),
        # the signature's default is not what the page speaks of
        ("With `collect=False` the errors of a batch are returned.", "collect=False"),
    ],
)
def test_a_value_that_no_source_has_beside_its_name_is_named(claim, pair):
    # GIVEN a page on which each value stands beside other names
    # WHEN it is paired with this one
    # THEN the pair is named
    assert list(unpaired_values(reading(claim))) == [pair]


@pytest.mark.parametrize(
    "claim",
    [
        "`atomic()` takes `using=None` and `durable=False`.",
        "It is made with `Limiter(size=20)`.",
        "The call `connect(host, patience=30)` returns.",
        "It is called with `tries=7`.",
        "It is called with `pause=8`.",
        "It is called with `backlog=128`.",
        "With `collect=True` the errors of a batch are returned.",
        "They are not returned by default, which is `collect=False`.",
        "They are sent alone with `transaction=False`.",
        "Opt in to the new shapes with `legacy=False`.",
        "With `quiet=True` the errors of a batch are kept.",
        "It is made with `Limiter(size=count)`.",
        "`unknown=True` is another rule's.",
        "With `atomic=True` the file is moved in one step.",  # what else is it a parameter for?
    ],
)
def test_a_value_beside_its_name_is_let_pass(claim):
    # GIVEN the same page
    # WHEN values are paired as the page has them, or are no constants
    # THEN none is named
    assert not list(unpaired_values(reading(claim)))
