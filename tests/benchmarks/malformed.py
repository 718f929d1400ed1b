"""Requests that nobody sends who means well: their bodies, keys or framing are broken."""

import gzip
import json
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Lines = list[str]
Body = tuple[bytes, Lines]
"""A body, and the lines of the head that tell of it."""


@dataclass(frozen=True, slots=True)
class Said:
    """What is said on a connection, and how many answers follow.

    Where there are no `answers` to count on, nobody knows how many there are until it is closed.
    """

    text: bytes
    answers: int


@dataclass(frozen=True, slots=True)
class Target:
    """A path, what is rightly sent there, and the lines of the head that show who sends it.

    `proofs` are made from a body: the right ones, and others.
    """

    path: str
    example: Mapping[str, Any]
    proofs: Sequence[Callable[[bytes], Lines]]
    method: str = "POST"


def say(dice: random.Random, targets: Sequence[Target]) -> Said:
    """Make up what is said next."""
    target = dice.choice(targets)
    body, lines = dice.choice(_WRAPPED)(dice, _spoilt(dice, target.example))
    head = [*_head(dice, target), *dice.choice(target.proofs)(body), *lines]
    return dice.choices(_FRAMED, _WEIGHTS)[0](dice, head, body)


def _head(dice: random.Random, target: Target) -> Lines:
    method = target.method if dice.random() < 0.98 else dice.choice(["PUT", "GET", "PATCH"])
    return [f"{method} {target.path} HTTP/1.1", "Host: here"]


def _spoilt(dice: random.Random, example: Mapping[str, Any]) -> bytes:
    genuine = json.dumps(example).encode()
    return dice.choice(_SPOILERS)(dice, genuine)


def _cut(dice: random.Random, genuine: bytes) -> bytes:
    return genuine[: dice.randrange(len(genuine))]


def _with_a_value(make: Callable[[random.Random], str]) -> Callable[[random.Random, bytes], bytes]:
    """Put something else in the place of one value."""

    def spoil(dice: random.Random, genuine: bytes) -> bytes:
        example = json.loads(genuine)
        holder: Any = example
        name = dice.choice(list(holder))
        while isinstance(holder[name], dict) and holder[name] and dice.random() < 0.8:
            holder = holder[name]
            name = dice.choice(list(holder))
        holder[name] = "~here~"
        return json.dumps(example).replace('"~here~"', make(dice)).encode("utf-8", "replace")

    return spoil


def _nested(dice: random.Random) -> str:
    depth = dice.choice([100, 1000, 20_000])
    return dice.choice(["[" * depth, "[" * depth + "]" * depth, '{"a":' * depth])


def _number(dice: random.Random) -> str:
    huge = "9" * dice.choice([20, 400, 5000])
    return dice.choice(["NaN", "Infinity", "-Infinity", "1e999", huge, "-" + huge, "0x1", "01"])


def _text(dice: random.Random) -> str:
    strange = [r"\ud800", r"\udfff\ud800", r"\u0000", "\x00", "\u202e", "'; --", "x" * 10_000, "%s"]
    return f'"{dice.choice(strange)}"'


def _wrong_type(dice: random.Random) -> str:
    return dice.choice(["null", "true", "[]", "{}", "[[]]", '""', "-1", "0.5", '[null,{"a":1}]'])


def _in_another_encoding(dice: random.Random, genuine: bytes) -> bytes:
    return dice.choice([b"\xef\xbb\xbf" + genuine, genuine.decode().encode("utf-16"), b"\xff\xfe"])


def _rubbish(dice: random.Random, _genuine: bytes) -> bytes:
    return dice.choice([b"", b"null", b"[]", b"{}", b'"', b"{}" * 50, dice.randbytes(200)])


def _twice(_dice: random.Random, genuine: bytes) -> bytes:
    return genuine[:-1] + b"," + genuine[1:]


_SPOILERS = (
    _cut,
    *map(_with_a_value, (_nested, _number, _text, _wrong_type, _wrong_type)),
    _in_another_encoding,
    _rubbish,
    _twice,
)


def _as_json(_dice: random.Random, body: bytes) -> Body:
    return body, ["Content-Type: application/json"]


def _as_something_else(dice: random.Random, body: bytes) -> Body:
    kinds = ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/\xff"]
    return body, [f"Content-Type: {dice.choice(kinds)}"]


def _zipped(dice: random.Random, body: bytes) -> Body:
    return gzip.compress(body, 1), [f"Content-Encoding: {dice.choice(['gzip', 'br', 'none'])}"]


_WRAPPED = (_as_json, _as_json, _as_json, _as_something_else, _zipped)


def _whole(_dice: random.Random, head: Lines, body: bytes) -> Said:
    return Said(_request([*head, f"Content-Length: {len(body)}"], body), 1)


def _pipelined(dice: random.Random, head: Lines, body: bytes) -> Said:
    many = dice.randint(2, 4)
    return Said(_whole(dice, head, body).text * many, many)


def _chunked(_dice: random.Random, head: Lines, body: bytes) -> Said:
    return Said(_request([*head, "Transfer-Encoding: chunked"], _chunks(body) + b"0\r\n\r\n"), 1)


def _chunked_without_end(dice: random.Random, head: Lines, body: bytes) -> Said:
    broken = dice.choice([b"", b"zz\r\n", b"-1\r\n", b"ffffffffffffffffff\r\n", b"5\r\nab"])
    return Said(_request([*head, "Transfer-Encoding: chunked"], _chunks(body) + broken), 0)


def _of_another_length(dice: random.Random, head: Lines, body: bytes) -> Said:
    length = dice.choice([len(body) + 10, len(body) // 2, 10**9, 10**30, -1, "ten"])
    return Said(_request([*head, f"Content-Length: {length}"], body), 0)


def _of_two_lengths(dice: random.Random, head: Lines, body: bytes) -> Said:
    more = dice.choice(["Transfer-Encoding: chunked", f"Content-Length: {len(body) + 1}"])
    return Said(_request([*head, f"Content-Length: {len(body)}", more], body), 0)


_FRAMED = (_whole, _pipelined, _chunked, _chunked_without_end, _of_another_length, _of_two_lengths)
_WEIGHTS = (70, 6, 12, 4, 4, 4)


def _chunks(body: bytes) -> bytes:
    return b"%x\r\n%b\r\n" % (len(body), body) if body else b""


def _request(head: Lines, body: bytes) -> bytes:
    return "\r\n".join([*head, "", ""]).encode("latin-1") + body
