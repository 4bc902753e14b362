import pytest

from cite_or_refuse.gate.index import build_index
from cite_or_refuse.gate.reading import read
from cite_or_refuse.gate.roles import turned_round

PAGE = (
    "By default the stock `stream` calls `invoke` once. Members of the `pg_checkpoint` role may "
    "issue `CHECKPOINT` themselves. Yesterday Alice Moor defeated Bob in three sets. The film was "
    "shot by Dana Reyes, who hired Milo. Pass `path` to `open_store`.\n\n"
    "class HTTPAdapter(pool=10)\n\nBases: BaseAdapter\n\nSends requests.\n\n"
    "class FileAdapter(BaseAdapter)\n\nReads files.\n\n"
    "- Rename the `pass_many` parameter to `pass_all` in each hook.\n\n"
    "def seal(body, weak=True, cipher=None)\n\nIf a cipher is given, it wins.\n\n"
    "- `Concat` joins several slices.\n\n"
    "Use the `fast` `mode`, since `pass_many` is now `pass_all`.\n"
)


def found(claim: str) -> list[str]:
    return list(turned_round(read(claim, [(1, build_index(PAGE))])))


@pytest.mark.parametrize(
    ("claim", "first"),
    [
        ("The stock `invoke` simply calls `stream`.", "invoke"),
        ("The stock `invoke()` simply calls `stream()`.", "invoke"),
        ("Members of the `CHECKPOINT` role may issue `pg_checkpoint`.", "CHECKPOINT"),
        ("`BaseAdapter` is a subclass of `HTTPAdapter`.", "BaseAdapter"),
        ("`BaseAdapter` inherits from `FileAdapter`.", "BaseAdapter"),
        ("In hooks `pass_all` was renamed to `pass_many`.", "pass_all"),
        ("Bob defeated Alice Moor in three sets.", "Bob"),  # the first word is a name, too
    ],
)
def test_two_things_that_changed_places_around_a_verb_are_named(claim, first):
    # GIVEN a page that says who does what to whom
    # WHEN a claim says it the other way round
    # THEN the first of the two is named
    assert found(claim) == [first]


@pytest.mark.parametrize(
    "claim",
    [
        "The stock `stream` calls `invoke`.",
        "Alice Moor defeated Bob.",
        "`invoke` is called by `stream`.",
        "`open_store` takes `path` as well as `mode`.",
        "The function `open_store` has a `path` parameter.",  # whose it is, `owners` tells
        "`HTTPAdapter` is a subclass of `BaseAdapter`.",
        "`FileAdapter` extends `BaseAdapter`.",
        "`HTTPAdapter` is a subclass of `Closing`.",  # unknown: another rule's
        "`pass_many` has been renamed to `pass_all`.",
        "`fetch_many` was renamed to `fetch_all`.",  # of these the page says nothing
        "Milo met Dana Reyes.",  # another verb than the page's
        "`invoke` works unless `stream` fails.",
        "Without `invoke` a `stream` is silent.",  # an article is no relation
        "With `weak=True` a `seal` breaks.",  # a value is no verb
        "The limit of `stream` goes once `invoke` is known.",  # two clauses
        "The `mode` accepts `fast`.",  # "the `fast` `mode`" is no relation either
        "`pass_all` replaces `pass_many`.",  # as well as "is now"
        "A `cipher` overrides `weak`.",  # in a signature either may come first
        "The `slices` package gained `Concat`.",  # the page's slices are a word, no code
    ],
)
def test_what_may_stand_in_either_order_is_let_pass(claim):
    # GIVEN the same page
    # WHEN a claim keeps its order, turns it with a passive, or says something else of the two
    # THEN nothing is named
    assert not found(claim)
