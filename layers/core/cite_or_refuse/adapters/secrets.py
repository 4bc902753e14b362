"""Keys that are kept in AWS Secrets Manager."""

import json
from collections.abc import Mapping
from functools import cache

import boto3
from botocore.exceptions import BotoCoreError, ClientError

from cite_or_refuse.domain.errors import PermanentError


@cache
def read_secret(secret_id: str) -> Mapping[str, str]:
    """Return what the secret holds: one JSON object of names and keys. Asked once in a process.

    Raises PermanentError that names the secret and never its value.
    """
    try:
        answer = boto3.client("secretsmanager").get_secret_value(SecretId=secret_id)
    except (BotoCoreError, ClientError) as error:
        raise PermanentError(f"The secret {secret_id!r} cannot be read: {error}") from error
    try:
        values = json.loads(answer.get("SecretString", ""))
    except ValueError:
        values = None
    if not isinstance(values, dict):
        raise PermanentError(f"The secret {secret_id!r} is no JSON object of names and keys.")
    return {str(name): str(value) for name, value in values.items()}
