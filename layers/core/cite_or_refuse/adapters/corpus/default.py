"""The corpus of `make ask`: the documentation inside packages that this project depends on."""

import re
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from pathlib import Path

from cite_or_refuse.domain.errors import BadInput

# A package, and the distributions whose METADATA holds its README. botocore is where boto3's
# configuration, retries and credentials are documented.
PACKAGES = {
    "langgraph": (
        "langgraph",
        "langgraph-checkpoint",
        "langgraph-checkpoint-sqlite",
        "langgraph-prebuilt",
    ),
    "langchain_core": ("langchain-core",),
    "aws_lambda_powertools": ("aws-lambda-powertools",),
    "requests": ("requests",),
    "bs4": ("beautifulsoup4",),
    "boto3": ("boto3",),
    "botocore": ("botocore",),
}


def default_corpus() -> list[Path]:
    """Return their folders and METADATA files, found without importing one of them.

    What is not installed is left out. Raises BadInput if that is everything.
    """
    paths: list[Path] = []
    for package, distributions in PACKAGES.items():
        spec = find_spec(package)
        if spec and spec.submodule_search_locations:
            paths += map(Path, spec.submodule_search_locations)
            paths += filter(Path.exists, map(_metadata, distributions))
    if not paths:
        raise BadInput("None of the default documentation is installed; name a --corpus PATH.")
    return paths


def _metadata(name: str) -> Path:
    """The file's place is fixed: packaging.python.org, "Recording installed projects"."""
    try:
        found = distribution(name)
    except PackageNotFoundError:
        return Path(name, "not installed")
    folder = f"{re.sub('[-_.]+', '_', found.name)}-{found.version}.dist-info"
    return Path(str(found.locate_file(folder)), "METADATA")
