"""Whether a file is a picture that Telegram would take as a photo."""

import io

from PIL import Image, UnidentifiedImageError

from bot.demo.telegram.control.refused import NotDone

_MOST_BYTES = 10 * 1024 * 1024
_MOST_SIDES = 10_000
_MOST_TIMES_WIDER = 20


def check_picture(content: bytes) -> None:
    """Refuse what is no picture, or too large for one."""
    if len(content) > _MOST_BYTES:
        raise NotDone(400, "Send a smaller picture: 10 MB are the most.")
    try:
        with Image.open(io.BytesIO(content)) as image:
            width, height = image.size
    except (UnidentifiedImageError, OSError, Image.DecompressionBombError) as error:
        raise NotDone(400, "Send a picture, such as a JPEG or PNG file.") from error
    if width + height > _MOST_SIDES or max(width, height) > _MOST_TIMES_WIDER * min(width, height):
        raise NotDone(400, "Send a picture of another size: Telegram refuses this one.")
