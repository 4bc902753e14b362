import pytest

from cite_or_refuse.adapters.chat.language import differ

ENGLISH = "How do I set the size of the cache?"
GERMAN = "Wie stelle ich die Größe des Caches ein, und was ist der Standard?"


@pytest.mark.parametrize(
    ("question", "draft"),
    [
        (
            ENGLISH,
            "Die Größe wird mit `TARN_CACHE_MB` gesetzt und ist nicht kleiner als 512 MB.[^1]",
        ),
        (GERMAN, "The size of the cache is set with TARN_CACHE_MB and it is 512 MB.[^1]"),
        (ENGLISH, "La taille du cache est de 512 Mo et ne change pas pour les autres.[^1]"),
        (ENGLISH, "缓存的默认大小是 512 MB,可以通过环境变量来更改缓存的大小。[^1]"),
        ("缓存的默认大小是多少?如何更改?", "The default size of the cache is 512 MB.[^1]"),
        ("キャッシュの大きさは?", "缓存的默认大小是五百兆字节,可以更改。[^1]"),
        ("Каков размер кэша?", "The default size of the cache is 512 MB.[^1]"),
    ],
)
def test_another_language_is_noticed(question: str, draft: str) -> None:
    assert differ(question, draft)


@pytest.mark.parametrize(
    ("question", "draft"),
    [
        (ENGLISH, "The default is 512 MB.[^1]"),
        (ENGLISH, "`TARN_CACHE_MB=1024`[^1]"),
        (
            ENGLISH,
            "```\nder die das und ist nicht\n```\nSet the size of the cache in the file.[^1]",
        ),
        (ENGLISH, "The page says “Die Größe des Caches ist 512 MB und wird nicht geändert”.[^1]"),
        (GERMAN, "Die Größe ist `the size of the cache`, 512 MB.[^1]"),
        ("TARN_CACHE_MB?", "Die Größe des Caches ist 512 MB und wird nicht geändert.[^1]"),
        ("LangGraph 如何暂停 graph?", "用 `interrupt` 暂停 graph。[^1]"),
        ("キャッシュの大きさは?", "既定値は512MBです。[^1]"),
        ("", ""),
    ],
)
def test_what_is_not_certain_is_no_fault(question: str, draft: str) -> None:
    assert not differ(question, draft)
