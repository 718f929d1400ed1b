"""Words in pictures, such as the screenshot of an order, where Tesseract is installed."""

from io import BytesIO

_SECONDS = 20
"""Longer no picture is looked at."""

_LANGUAGES = ("eng", "fra", "spa", "por", "ara")
"""Tesseract's names of what people here write in; those that are installed are used."""


def words_in(content: bytes) -> str:
    """Return what is written in a picture; "" where nothing is, or nobody here can read it.

    It takes the extra `ocr` and the program itself, which Debian calls `tesseract-ocr`.
    """
    try:
        import pytesseract  # noqa: PLC0415 - an extra
        from PIL import Image  # noqa: PLC0415 - only who sends a picture needs it
    except ImportError:
        return ""
    try:
        installed = set(pytesseract.get_languages())
        languages = [each for each in _LANGUAGES if each in installed] or ["eng"]
        with Image.open(BytesIO(content)) as picture:
            text = pytesseract.image_to_string(
                picture.convert("L"), lang="+".join(languages), timeout=_SECONDS
            )
    except (OSError, ValueError, RuntimeError, Image.DecompressionBombError):
        return ""
    return str(text)
