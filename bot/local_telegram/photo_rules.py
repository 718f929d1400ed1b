"""Which pictures Telegram takes as photos, and how large they are."""

import io

from PIL import Image, UnidentifiedImageError

from bot.local_telegram.refusals import Refusal

MAX_PHOTO = 10 * 1024 * 1024
"""Bytes of a file that is sent as a photo."""

_MAX_SIDES = 10_000
_MAX_RATIO = 20


def photo_size(content: bytes) -> tuple[int, int] | None:
    """Return width and height in pixels; None for a file that is not a picture."""
    try:
        with Image.open(io.BytesIO(content)) as image:
            return image.size
    except (UnidentifiedImageError, OSError, ValueError, Image.DecompressionBombError):
        return None


def check_photo(content: bytes) -> None:
    """Refuse what Telegram does not take as a photo."""
    if len(content) > MAX_PHOTO:
        raise Refusal.PHOTO_TOO_BIG.error(len(content), MAX_PHOTO)
    size = photo_size(content)
    if size is None:
        raise Refusal.NO_PICTURE.error()
    if sum(size) > _MAX_SIDES or max(size) > _MAX_RATIO * min(size):
        raise Refusal.PHOTO_DIMENSIONS.error()
