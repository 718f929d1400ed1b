"""Whether a file is a picture that Telegram would take as a photo."""

from bot.local_telegram.control.refused import NotDone
from bot.local_telegram.photo_rules import check_photo
from bot.local_telegram.refusals import ApiError


def check_picture(content: bytes) -> None:
    """Refuse what is no picture, or too large for one."""
    try:
        check_photo(content)
    except ApiError as error:
        why = error.description.removeprefix("Bad Request: ")
        raise NotDone(400, f"Send a picture that fits: Telegram says “{why}”.") from error
