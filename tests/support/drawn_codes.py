"""Codes of which no story finds two alike by chance, or one among its other numbers."""


class DrawnCodes:
    """Draws another code each time; a thousand of them begin with a 6, as no phone number does."""

    def __init__(self) -> None:
        self._drawn = 0

    def __call__(self, length: int) -> str:
        self._drawn += 1
        return f"6{self._drawn * 37 % 1000:03}".ljust(length, "7")
