"""Write docs/openapi.json from the API's routes: `make docs`."""

import json
from pathlib import Path

from cite_or_refuse.runtime.aws.api.app import document


def reference() -> str:
    """Return the document; a test holds it against the file."""
    return json.dumps(document(), indent=2, sort_keys=True) + "\n"


if __name__ == "__main__":
    Path(__file__).with_suffix(".json").write_text(reference(), encoding="utf-8")
