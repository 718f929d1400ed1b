"""The secret that keeps the database's own secrets, in a file beside it."""

import os
import secrets
from pathlib import Path

from bot.service.settings import SECRET_BYTES


class SecretFileError(Exception):
    """The file does not hold a secret; the message says so in one sentence."""


def load_secret(path: Path) -> bytes:
    """Return the secret in a file; where there is none, make one that only its owner can read.

    Raises:
        SecretFileError: the file cannot be read or made, or holds something else.
    """
    try:
        _make_if_missing(path)
        secret = path.read_bytes()
    except OSError as error:
        raise SecretFileError(f"The key file {path} cannot be used: {error.strerror}.") from error
    if len(secret) != SECRET_BYTES:
        raise SecretFileError(
            f"The key file {path} does not hold {SECRET_BYTES} bytes; put the right file there."
        )
    return secret


def _make_if_missing(path: Path) -> None:
    try:
        descriptor = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    except FileExistsError:
        return
    with os.fdopen(descriptor, "wb") as file:
        file.write(secrets.token_bytes(SECRET_BYTES))
        file.flush()
        os.fsync(file.fileno())
