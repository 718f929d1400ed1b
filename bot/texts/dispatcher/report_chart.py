"""The report's chart: pairs of bars over numbers, without a word in it.

Words would need a font and a direction for every language, so they are in the caption. The
picture has its own light background, so that it looks the same in dark and light chats.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO

_WIDTH, _HEIGHT = 1200, 640
_LEFT, _RIGHT, _TOP, _BOTTOM = 70, 30, 40, 60
_TEXT_SIZE = 24
_STEPS = 5
_SHADES = ("#A9C4E4", "#1B4F8A")
_GROUND, _INK, _LINE = "#FFFFFF", "#222222", "#DDDDDD"


@dataclass(frozen=True, slots=True)
class Bars:
    """One place of the chart: the number below it, and the heights of its two bars."""

    number: int
    heights: tuple[int, int]


def chart(places: Sequence[Bars]) -> bytes:
    from PIL import Image, ImageDraw  # noqa: PLC0415 - loaded only when a report is asked for

    image = Image.new("RGB", (_WIDTH, _HEIGHT), _GROUND)
    draw = ImageDraw.Draw(image)
    highest = max((max(place.heights) for place in places), default=0)
    # The scale ends at a number that is divided into whole steps.
    top = max(_STEPS, -(-highest // _STEPS) * _STEPS)
    for value in range(0, top + 1, top // _STEPS):
        y = _y(value, top)
        draw.line((_LEFT, y, _WIDTH - _RIGHT, y), fill=_LINE, width=2)
        draw.text((_LEFT - 12, y), str(value), fill=_INK, anchor="rm", font_size=_TEXT_SIZE)
    room = (_WIDTH - _LEFT - _RIGHT) / max(len(places), 1)
    width = min(room * 0.35, 60)
    for index, place in enumerate(places):
        middle = _LEFT + (index + 0.5) * room
        for side, (value, shade) in enumerate(zip(place.heights, _SHADES, strict=True)):
            # The first bar ends in the middle of its place, where the second one begins.
            x = middle + (side - 1) * width
            # A rectangle without height would still be drawn as a line.
            if value:
                draw.rectangle((x, _y(value, top), x + width, _y(0, top)), fill=shade)
        below = (middle, _HEIGHT - _BOTTOM + 12)
        draw.text(below, str(place.number), fill=_INK, anchor="ma", font_size=_TEXT_SIZE)
    written = BytesIO()
    image.save(written, "PNG", optimize=True)
    return written.getvalue()


def _y(value: int, top: int) -> float:
    return _HEIGHT - _BOTTOM - (_HEIGHT - _TOP - _BOTTOM) * value / top
