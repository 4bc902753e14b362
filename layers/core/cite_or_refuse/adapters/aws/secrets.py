"""Keys that are kept in AWS Secrets Manager."""

import json
from collections.abc import Mapping
from functools import cache

from cite_or_refuse.adapters.aws.clients import client, told
from cite_or_refuse.domain.errors import PermanentError


@cache
def read_secret(secret_id: str) -> Mapping[str, str]:
    """Return what the secret holds: one JSON object of names and keys. Asked once in a process.

    Raises what `told` does, and PermanentError for another form, which it never shows. Needs
    secretsmanager:GetSecretValue, and kms:Decrypt where the secret has a key of its own.
    """
    with told(f"The secret {secret_id!r}"):
        answer = client("secretsmanager").get_secret_value(SecretId=secret_id)
    try:
        values = json.loads(answer.get("SecretString", ""))
    except ValueError:
        values = None
    if not isinstance(values, dict):
        raise PermanentError(f"The secret {secret_id!r} is no JSON object of names and keys.")
    return {str(name): str(value) for name, value in values.items()}
