"""Callback data: ours comes back as it was, and anybody's does no harm."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.texts.callbacks import Press, Verb, decode, press

VERBS = st.sampled_from(Verb)
OBJECTS = st.lists(st.uuids(), max_size=2)


@given(VERBS, OBJECTS)
def test_what_a_button_is_about_comes_back(verb: Verb, objects: list):
    one = Press(verb, tuple(objects))
    assert decode(one.encode()) == one
    assert press(verb, *map(str, objects)) == one.encode()


@given(VERBS, OBJECTS)
def test_it_fits_behind_a_button(verb: Verb, objects: list):
    assert 1 <= len(Press(verb, tuple(objects)).encode().encode()) <= 64


@given(st.one_of(st.text(), st.text(st.characters(categories=["Cs"])), st.binary()))
def test_nothing_that_anybody_sends_raises(noise: str | bytes):
    data = noise.decode("latin-1") if isinstance(noise, bytes) else noise
    read = decode(data)
    assert read is None or isinstance(read, Press)


@given(VERBS, st.text())
def test_a_known_verb_with_noise_behind_it_does_not_raise(verb: Verb, noise: str):
    read = decode(f"{verb}:{noise}")
    assert read is None or read.verb is verb


@pytest.mark.parametrize(
    "data",
    [
        "",
        ":",
        "zz",
        "AC",
        "ac:",
        "ac:x",
        "ac:" + "A" * 21,
        "ac:" + "A" * 24,
        "ac:" + "é" * 22,
        "ac:0b0f9d3e-6c0a-4a58-8a43-0d6f1c9e2a11",
        "ac:AAAAAAAAAAAAAAAAAAAAAA==",
        "ac:" + "A" * 22 + ":",
        "ac: " + "A" * 22,
    ],
)
def test_what_no_button_of_ours_sends_is_nothing(data: str):
    assert decode(data) is None


def test_no_two_verbs_are_written_alike():
    assert len({verb.value for verb in Verb}) == len(Verb)
    assert all(":" not in verb for verb in Verb)
