from cite_or_refuse.adapters.documents import read_document

METADATA = """Metadata-Version: 2.4
Name: tarn
Version: 1.2.0
Requires-Python: >=3.10

# Tarn

Tarn needs 2 GB.
"""


def test_the_readme_of_a_distribution_is_a_document_named_after_it(tmp_path):
    # GIVEN the METADATA file of an installed distribution
    path = tmp_path / "METADATA"
    path.write_text(METADATA)
    # WHEN it is read
    page = read_document(path)
    # THEN headers and README are there
    assert (page.title, page.content) == ("tarn 1.2.0", METADATA)
