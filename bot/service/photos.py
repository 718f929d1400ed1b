"""Pictures from outside, held to what is taken and made anew as plain JPEGs."""

from collections.abc import Mapping
from io import BytesIO

from PIL import ExifTags, Image
from PIL.Image import Transpose

from bot.service import rules
from bot.service.errors import RefusedError

_TOO_MANY_PIXELS = f"It has more than {rules.PHOTO_PIXELS:,} pixels: send a smaller one."


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
        RefusedError: it has too many bytes or pixels, or is no picture of a kind that is taken.
    """
    if len(content) > rules.PHOTO_LIMIT:
        raise _refused(f"It has more than {rules.PHOTO_LIMIT // 1024**2} MB: send a smaller one.")
    try:
        with Image.open(BytesIO(content), formats=rules.PHOTO_FORMATS) as picture:
            return _redrawn(picture)
    except Image.DecompressionBombError as error:
        raise _refused(_TOO_MANY_PIXELS) from error
    # What Pillow raises at broken files of these kinds.
    except (OSError, ValueError, SyntaxError) as error:
        raise _refused("It is not a whole JPEG, PNG or WebP picture.") from error


def _redrawn(picture: Image.Image) -> bytes:
    width, height = picture.size
    if width * height > rules.PHOTO_PIXELS:
        raise _refused(_TOO_MANY_PIXELS)
    # Pillow's own way writes the rest of the Exif anew, and stumbles over what is broken in it.
    turn = _UPRIGHT.get(picture.getexif().get(ExifTags.Base.Orientation))
    # From its pixels alone: what else the file holds stays behind.
    plain = picture.convert("RGB")
    plain.thumbnail((rules.PHOTO_SIDE, rules.PHOTO_SIDE))
    plain = plain.transpose(turn) if turn else plain
    plain.info.clear()
    written = BytesIO()
    plain.save(written, "JPEG", quality=rules.PHOTO_QUALITY, exif=b"")
    return written.getvalue()


def _refused(sentence: str) -> RefusedError:
    return RefusedError({"photo": [f"The photo cannot be taken. {sentence}"]})
