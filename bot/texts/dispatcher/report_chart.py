"""The report's chart: pairs of bars over numbers, without a word in it.

Words would need a font and a direction for every language; they stand in the caption. The
picture brings its own light ground, so that it is read alike in dark and light chats.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw

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
    from PIL import Image, ImageDraw  # noqa: PLC0415 - only who asks for a report loads it

    image = Image.new("RGB", (_WIDTH, _HEIGHT), _GROUND)
    draw = ImageDraw.Draw(image)
    top = _top_of_scale(max((max(place.heights) for place in places), default=0))
    for value in range(0, top + 1, top // _STEPS):
        y = _y(value, top)
        draw.line((_LEFT, y, _WIDTH - _RIGHT, y), fill=_LINE, width=2)
        draw.text((_LEFT - 12, y), str(value), fill=_INK, anchor="rm", font_size=_TEXT_SIZE)
    for index, place in enumerate(places):
        _draw_place(draw, index, len(places), place, top)
    written = BytesIO()
    image.save(written, "PNG", optimize=True)
    return written.getvalue()


def _top_of_scale(highest: int) -> int:
    """Return the height of the scale, which is divided into whole steps."""
    return max(_STEPS, -(-highest // _STEPS) * _STEPS)


def _y(value: int, top: int) -> float:
    return _HEIGHT - _BOTTOM - (_HEIGHT - _TOP - _BOTTOM) * value / top


def _draw_place(draw: "ImageDraw", index: int, count: int, place: Bars, top: int) -> None:
    room = (_WIDTH - _LEFT - _RIGHT) / count
    left = _LEFT + index * room
    width = min(room * 0.35, 60)
    for side, (value, shade) in enumerate(zip(place.heights, _SHADES, strict=True)):
        x = left + room / 2 + (side - 1) * width
        if value:
            draw.rectangle((x, _y(value, top), x + width, _y(0, top)), fill=shade)
    below = (left + room / 2, _HEIGHT - _BOTTOM + 12)
    draw.text(below, str(place.number), fill=_INK, anchor="ma", font_size=_TEXT_SIZE)
