"""Small pictures that take much to unpack."""

import struct
import zlib
from io import BytesIO

from PIL import Image

_SIDE = 7_000
"""Its square is a little less than fifty million pixels."""


def written(picture: Image.Image, kind: str, **how: object) -> bytes:
    content = BytesIO()
    picture.save(content, kind, **how)
    return content.getvalue()


def scans(count: int, side: int = _SIDE) -> bytes:
    """A progressive JPEG that goes over its pixels so often once more, and changes nothing."""
    content = written(Image.new("L", (side, side)), "JPEG", progressive=True)
    at, end = content.rindex(b"\xff\xda"), content.rindex(b"\xff\xd9")
    return content[:end] + content[at:end] * count + content[end:]


def sized_jpeg(width: int, height: int) -> bytes:
    """A JPEG that says it has so many pixels."""
    content = bytearray(written(Image.new("RGB", (8, 8)), "JPEG"))
    at = content.index(b"\xff\xc0") + 5
    content[at : at + 4] = struct.pack(">HH", height, width)
    return bytes(content)


def chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def png_with(kind: bytes, head: bytes, size: int) -> bytes:
    """A PNG with a packed chunk that is so large once it is unpacked."""
    content = written(Image.new("RGB", (8, 8)), "PNG")
    return content[:33] + chunk(kind, head + zlib.compress(bytes(size))) + content[33:]


def many_frames(kind: str, count: int) -> bytes:
    frames = [Image.new("RGB", (8, 8), (n % 256, n // 256, 0)) for n in range(count)]
    return written(frames[0], kind, save_all=True, append_images=frames[1:])


def large(kind: str, mode: str) -> bytes:
    """A picture with as many pixels as are taken."""
    return written(Image.new(mode, (_SIDE, _SIDE)), kind)
