"""QR codes: links as pictures that a phone's camera reads."""

from io import BytesIO

from bot.texts.message import Picture

_SCALE = 10
"""Pixels per module: large enough for a camera that looks at another phone."""


def qr_picture(link: str) -> Picture:
    import segno  # noqa: PLC0415 - loaded only when a link is asked for as a picture

    content = BytesIO()
    segno.make_qr(link).save(content, kind="png", scale=_SCALE)
    return Picture(content=content.getvalue())
