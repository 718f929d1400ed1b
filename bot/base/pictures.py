"""Pictures from strangers, counted before they are unpacked (in a process of their own)."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from io import BytesIO

from PIL import Image

from bot.base.reader_process import POISONOUS, FileRefused

_JPEG = b"\xff\xd8"
_MARKER = re.compile(rb"\xff+([\x01-\xcf\xd8-\xfe])")
"""The start of a segment of a JPEG; among its pixels only 00 and D0 to D7 follow an FF."""
_WITHOUT_LENGTH, _END, _SCAN = {0x01, 0xD8}, 0xD9, 0xDA
_MOST_SCANS = 100
"""A progressive JPEG has ten; each goes over all pixels once more."""


class PictureFault(StrEnum):
    """Why a picture is not taken."""

    TOO_LARGE = "too_large"
    NOT_WHOLE = "not_whole"
    POISONOUS = POISONOUS


@contextmanager
def opened(content: bytes, formats: tuple[str, ...], most_pixels: int) -> Iterator[Image.Image]:
    """Open a picture of one of the formats, which Pillow unpacks inside the block.

    Raises:
        FileRefused: it is none of them, or broken, or would grow beyond all bounds.
    """
    try:
        if content.startswith(_JPEG) and _scans(content) > _MOST_SCANS:
            raise FileRefused(PictureFault.POISONOUS)
        with Image.open(BytesIO(content), formats=formats) as picture:
            if picture.width * picture.height > most_pixels:
                raise FileRefused(PictureFault.TOO_LARGE)
            yield picture
    except Image.DecompressionBombError as error:
        raise FileRefused(PictureFault.TOO_LARGE) from error
    # The errors that Pillow raises for broken files.
    except (OSError, ValueError, SyntaxError) as error:
        raise FileRefused(PictureFault.NOT_WHOLE) from error


def _scans(content: bytes) -> int:
    """Count how often a JPEG goes over its pixels."""
    at, scans = len(_JPEG), 0
    while marker := _MARKER.search(content, at):
        (kind,) = marker[1]
        at = marker.end()
        if kind == _END:
            break
        # All other segments begin with their length, and are skipped without reading their content.
        if kind not in _WITHOUT_LENGTH:
            scans += kind == _SCAN
            at += int.from_bytes(content[at : at + 2])
    return scans
