"""Pictures from outside, checked and drawn again as plain JPEGs.

A process of its own does that (`bot.base.file_reader`), so this module imports little.
"""

from collections.abc import Mapping
from io import BytesIO

from PIL import ExifTags
from PIL.Image import Transpose

from bot.base.pictures import opened
from bot.service.rules.deliveries import PHOTO_FORMATS, PHOTO_PIXELS, PHOTO_QUALITY, PHOTO_SIDE

_UPRIGHT: Mapping[object, Transpose] = {
    2: Transpose.FLIP_LEFT_RIGHT,
    3: Transpose.ROTATE_180,
    4: Transpose.FLIP_TOP_BOTTOM,
    5: Transpose.TRANSPOSE,
    6: Transpose.ROTATE_270,
    7: Transpose.TRANSVERSE,
    8: Transpose.ROTATE_90,
}
"""What turns a picture upright, by how its Exif says that it was held."""


def plain_jpeg(content: bytes) -> bytes:
    """Return the picture upright and no larger than need be, without place, time or device.

    The same bytes give the same JPEG.

    Raises:
        FileRefused: it has too many pixels, or is not a picture of an accepted kind.
    """
    with opened(content, PHOTO_FORMATS, PHOTO_PIXELS) as picture:
        # Pillow's own way writes the rest of the Exif again, and fails where that is broken.
        turn = _UPRIGHT.get(picture.getexif().get(ExifTags.Base.Orientation))
        # A large JPEG is unpacked at a fraction of its size, twice of what is kept at least.
        picture.draft("RGB", (2 * PHOTO_SIDE, 2 * PHOTO_SIDE))
        # From its pixels alone: what else the file holds stays behind.
        plain = picture.convert("RGB")
        plain.thumbnail((PHOTO_SIDE, PHOTO_SIDE))
        plain = plain.transpose(turn) if turn else plain
        plain.info.clear()
        written = BytesIO()
        plain.save(written, "JPEG", quality=PHOTO_QUALITY, exif=b"")
        return written.getvalue()
