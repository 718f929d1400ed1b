"""The recognition of words in pictures, such as screenshots of orders, if Tesseract is installed.

It runs in a process of its own (`bot.base.file_reader`), so this module imports little.
"""

import shutil
import subprocess
from io import BytesIO
from typing import TYPE_CHECKING

from bot.base.reader_process import FileRefused, ReadingLimits

if TYPE_CHECKING:
    from bot.base.file_reader import FileReader

_PROGRAM = "tesseract"
"""The program; Debian's package is `tesseract-ocr`."""

LIMITS = ReadingLimits(seconds=20, cpu_seconds=20, memory=1024**3)
_FORMATS = ("JPEG", "PNG", "WEBP", "GIF", "BMP", "TIFF")
MOST_PIXELS = 50_000_000
_MOST_CHARACTERS = 4_096
"""The length of a Telegram message; a picture of an order has fewer characters."""

_LANGUAGES = ("eng", "fra", "spa", "por", "ara")
"""Tesseract's names of the bot's languages; only those that are installed are used."""


async def words_in(reader: "FileReader", content: bytes) -> str:
    """Return the words in a picture; "" if there are none, or they cannot be read here."""
    if shutil.which(_PROGRAM) is None:
        return ""
    try:
        return (await reader.read(recognised, content, limits=LIMITS)).decode()
    except FileRefused:
        return ""


def recognised(content: bytes) -> bytes:
    """Return the words in a picture as Tesseract recognises them."""
    from bot.base.pictures import opened  # noqa: PLC0415 - only pictures need Pillow

    grey = BytesIO()
    with opened(content, _FORMATS, MOST_PIXELS) as picture:
        picture.convert("L").save(grey, "PNG")
    installed = _tesseract("--list-langs").split()
    languages = [each for each in _LANGUAGES if each in installed] or ["eng"]
    text = _tesseract("stdin", "stdout", "-l", "+".join(languages), about=grey.getvalue())
    return text[:_MOST_CHARACTERS].encode()


def _tesseract(*words: str, about: bytes = b"") -> str:
    command = [_PROGRAM, *words]
    done = subprocess.run(command, input=about, stdout=subprocess.PIPE, check=True)  # noqa: S603
    return done.stdout.decode(errors="replace")
