from functools import reduce
from operator import add

from bench.pages import ours
from tests.pages import Kept, kept, pages


def test_every_paragraph_block_of_code_and_cell_of_documentation_is_kept():
    # GIVEN the pages that any machine has
    texts = pages()
    # WHEN they become text
    total = reduce(add, (kept(html, ours(html)) for html in texts.values()), Kept())
    # THEN nothing is lost, and there was something to lose
    assert total.lost == ()
    assert len(texts) >= 50
    assert total.of_paragraphs >= 1_000
    assert total.of_blocks >= 200
    assert total.of_cells >= 200


def test_a_loss_would_be_seen():
    # GIVEN a page of each part
    html = "<main><p>Tarn <b>needs</b> 2 GB.<pre>a\n  b</pre><table><tr><td>30 s</table></main>"
    # WHEN its text lacks one of them, or the lines of its code
    # THEN each is told
    assert kept(html, "Tarn needs 2 GB.\na\n  b\n30 s").lost == ()
    assert kept(html, "Tarn needs\na b\n30").lost == ("Tarnneeds2GB.", "a\n  b", "30s")
