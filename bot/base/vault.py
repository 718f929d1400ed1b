"""Sealing: encrypts secrets in the database with a key that is kept outside it."""

import hmac
import os
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from bot.base.private_files import is_open_to_others

_NONCE_BYTES = 12
_HASH_BYTES = 16
KEY_BYTES = 32


class SealBroken(Exception):
    """Sealed bytes were made with another key, for another place, or were changed."""


class KeyFileUnusable(Exception):
    """The key file cannot be read or made, or holds no key; the message says so in a sentence."""


class Vault:
    """Seals bytes with AES-256-GCM, bound to the place that they belong to, and hashes names."""

    def __init__(self, key: bytes) -> None:
        self._cipher = AESGCM(key)
        self._hash_key = hmac.digest(key, b"names that are looked up", "sha256")

    @property
    def mark(self) -> str:
        """A value that tells this key from any other, and reveals nothing else of it."""
        return self.keyed_hash("mark", "")

    def seal(self, content: bytes, bound_to: str) -> bytes:
        """Encrypt; the result opens only with the same `bound_to`."""
        nonce = os.urandom(_NONCE_BYTES)
        return nonce + self._cipher.encrypt(nonce, content, bound_to.encode())

    def open(self, sealed: bytes, bound_to: str) -> bytes:
        """Decrypt what `seal` made.

        Raises:
            SealBroken: another key, another place, or changed bytes.
        """
        nonce, rest = sealed[:_NONCE_BYTES], sealed[_NONCE_BYTES:]
        try:
            return self._cipher.decrypt(nonce, rest, bound_to.encode())
        except (InvalidTag, ValueError) as error:
            raise SealBroken(f"cannot open what was sealed for {bound_to}") from error

    def keyed_hash(self, what: str, name: str) -> str:
        """Hash a name for lookup; without the key it cannot be guessed as a plain hash could."""
        return hmac.digest(self._hash_key, f"{what}\0{name}".encode(), "sha256")[:_HASH_BYTES].hex()


def key_from(path: Path) -> bytes:
    """Read a key from a file; where there is none, make a key that only its owner can read.

    Raises:
        KeyFileUnusable: the file cannot be read or made, or does not hold `KEY_BYTES` bytes.
    """
    try:
        # Check and create in one step: otherwise two starts at once would make two keys.
        descriptor = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        key = os.urandom(KEY_BYTES)
        with os.fdopen(descriptor, "wb") as file:
            file.write(key)
            file.flush()
            os.fsync(file.fileno())
    except FileExistsError:
        return existing_key(path)
    except OSError as error:
        raise KeyFileUnusable(file_refused(path, error)) from error
    return key


def existing_key(path: Path) -> bytes:
    """Read a key from a file, and make none.

    Raises:
        KeyFileUnusable: the file cannot be read, or does not hold `KEY_BYTES` bytes.
    """
    try:
        return read_key(path)
    except OSError as error:
        raise KeyFileUnusable(file_refused(path, error)) from error


def file_refused(path: Path, error: OSError) -> str:
    return f"The key file {path} cannot be used: {error.strerror}."


def read_key(path: Path) -> bytes:
    """Read a key from a file that only its owner can read.

    Raises:
        KeyFileUnusable: others can read it, or it does not hold `KEY_BYTES` bytes.
        OSError: it cannot be read.
    """
    with path.open("rb") as file:
        key = file.read(KEY_BYTES + 1)  # bounded: a device has no end
    if len(key) != KEY_BYTES:
        raise KeyFileUnusable(
            f"The key file {path} does not hold {KEY_BYTES} bytes; put the right file there."
        )
    if is_open_to_others(path):
        raise KeyFileUnusable(f"Others can read the key file {path}: chmod 600 {path}")
    return key
