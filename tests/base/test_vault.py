"""The vault: what is sealed opens in its own place, with its own key, unchanged."""

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.base.vault import KeyFileUnusable, SealBroken, Vault, key_from, read_key
from tests.store.work import KEY


@given(st.binary(max_size=200), st.text(max_size=50))
def test_what_is_sealed_comes_back(content: bytes, place: str):
    vault = Vault(KEY)
    assert vault.open(vault.seal(content, place), place) == content


@given(st.binary(min_size=8, max_size=100))
def test_a_seal_shows_nothing_and_is_never_the_same_twice(content: bytes):
    vault = Vault(KEY)
    one, other = vault.seal(content, "here"), vault.seal(content, "here")
    assert content not in one
    assert one != other


def test_a_seal_does_not_open_in_another_place():
    vault = Vault(KEY)
    with pytest.raises(SealBroken, match="there"):
        vault.open(vault.seal(b"4821", "here"), "there")


def test_a_seal_does_not_open_with_another_key():
    sealed = Vault(KEY).seal(b"4821", "here")
    with pytest.raises(SealBroken):
        Vault(bytes(32)).open(sealed, "here")


@given(st.data())
def test_a_seal_that_was_changed_anywhere_does_not_open(data: st.DataObject):
    sealed = bytearray(Vault(KEY).seal(b"4821", "here"))
    place = data.draw(st.integers(0, len(sealed) - 1))
    sealed[place] ^= data.draw(st.integers(1, 255))
    with pytest.raises(SealBroken):
        Vault(KEY).open(bytes(sealed), "here")


@given(st.binary(max_size=40))
def test_bytes_that_were_never_sealed_do_not_open(noise: bytes):
    with pytest.raises(SealBroken):
        Vault(KEY).open(noise, "here")


def test_what_is_said_of_a_broken_seal_shows_no_content():
    sealed = Vault(KEY).seal(b"canary", "here")
    with pytest.raises(SealBroken) as told:
        Vault(KEY).open(sealed, "there")
    assert "canary" not in str(told.value)


def test_a_key_is_made_where_there_is_none_and_only_its_owner_can_read_it(tmp_path: Path):
    path = tmp_path / "handover.key"
    before = os.umask(0)
    try:
        Vault(key_from(path))
    finally:
        os.umask(before)
    assert path.stat().st_mode & 0o777 == 0o600
    assert len(path.read_bytes()) == 32


def test_the_same_file_is_the_same_key(tmp_path: Path):
    path = tmp_path / "handover.key"
    sealed = Vault(key_from(path)).seal(b"4821", "here")
    assert Vault(key_from(path)).open(sealed, "here") == b"4821"


def test_two_new_keys_are_different(tmp_path: Path):
    for name in ("one", "other"):
        Vault(key_from(tmp_path / name))
    assert (tmp_path / "one").read_bytes() != (tmp_path / "other").read_bytes()


@pytest.mark.parametrize("content", [b"", b"too short", bytes(33)])
def test_a_file_that_holds_no_key_is_refused_and_left_alone(tmp_path: Path, content: bytes):
    path = tmp_path / "handover.key"
    path.write_bytes(content)
    with pytest.raises(KeyFileUnusable, match="32 bytes"):
        Vault(key_from(path))
    assert path.read_bytes() == content


def test_a_key_file_that_cannot_be_made_is_named(tmp_path: Path):
    with pytest.raises(KeyFileUnusable, match=r"no/handover\.key cannot be used: No such file"):
        Vault(key_from(tmp_path / "no" / "handover.key"))


def test_what_an_installation_has_sealed_still_opens():
    """Made by the first version, with this key: databases are full of such bytes."""
    sealed = "8b7054891cbc38193ea916b57ea889753c432a6a6be741797a9d6491da625738"
    assert Vault(KEY).open(bytes.fromhex(sealed), "here") == b"4821"


def test_of_a_key_file_without_an_end_no_more_is_read_than_a_key_has():
    with pytest.raises(KeyFileUnusable, match="32 bytes"):
        read_key(Path("/dev/zero"))
