"""Words in pictures of every kind, and pictures that are made to take much."""

import shutil
import time
from collections.abc import Callable
from functools import partial

import pytest
from PIL import Image, ImageDraw, ImageFont

from bot.actions.dispatcher.drafts.pictures import words_in
from bot.base.file_reader import FileReader
from tests.support import poisonous_pictures as poisonous

pytestmark = pytest.mark.skipif(
    shutil.which("tesseract") is None, reason="Tesseract is not installed"
)


def written_on(kind: str) -> bytes:
    picture = Image.new("L", (900, 160), 255)
    font = ImageFont.load_default(size=48)
    ImageDraw.Draw(picture).text((40, 40), "Creek Road", fill=0, font=font)
    return poisonous.written(picture, kind)


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "GIF", "BMP", "TIFF"])
async def test_what_is_written_in_a_picture_is_read(kind: str):
    assert "Creek Road" in await words_in(FileReader(), written_on(kind))


@pytest.mark.parametrize(
    "made",
    [
        partial(poisonous.scans, 500),
        partial(poisonous.sized_jpeg, 65_500, 65_500),
        partial(poisonous.png_with, b"zTXt", b"a\0\0", 10**8),
        partial(poisonous.many_frames, "GIF", 2_000),
        partial(poisonous.large, "TIFF", "1"),
        lambda: written_on("PNG")[:-300],
        lambda: b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n" * 99,
        lambda: b"",
    ],
    ids=["scans", "largest", "words", "frames", "large", "half", "program", "nothing"],
)
async def test_a_poisonous_picture_has_no_words_before_long(made: Callable[[], bytes]):
    content, began = made(), time.monotonic()
    assert not (await words_in(FileReader(), content)).strip()
    assert time.monotonic() - began < 25
