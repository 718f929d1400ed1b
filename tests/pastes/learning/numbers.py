"""Phone numbers as people of a country write them; they are invented."""

from collections.abc import Sequence
from random import Random

_EASTERN = str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩")


def written_number(random: Random, country: str) -> str:
    """Return a number of the country in one of the ways in which it is written there."""
    return {"NG": _nigerian, "FR": _french, "ES": _spanish, "BR": _brazilian, "AE": _emirati}[
        country
    ](random)


def _figures(random: Random, count: int) -> str:
    return "".join(random.choices("0123456789", k=count))


def _grouped(number: str, sizes: Sequence[int], gap: str = " ") -> str:
    groups, at = [], 0
    for size in sizes:
        groups.append(number[at : at + size])
        at += size
    return gap.join(group for group in groups if group)


def _nigerian(random: Random) -> str:
    lead = random.choice(("803", "806", "813", "703", "706", "810", "905", "907", "809", "817"))
    number = f"{lead}{_figures(random, 7)}"
    plain = f"0{number}"
    ways = (
        plain,
        _grouped(plain, (4, 3, 4)),
        f"+234{number}",
        f"+234 {_grouped(number, (3,) * 4)}",
    )
    return random.choice((plain, plain, *ways, _grouped(plain, (4, 3, 4), "-"), f"234{number}"))


def _french(random: Random) -> str:
    number = f"{random.choice('6671')}{_figures(random, 8)}"
    plain = f"0{number}"
    pairs = _grouped(plain, (2,) * 5)
    ways = (plain, pairs, pairs, pairs.replace(" ", "."), f"+33{number}")
    return random.choice((*ways, f"+33 {number[0]} {_grouped(number[1:], (2,) * 4)}"))


def _spanish(random: Random) -> str:
    number = f"{random.choice('6669')}{_figures(random, 8)}"
    ways = (number, number, _grouped(number, (3, 3, 3)), _grouped(number, (3, 2, 2, 2)))
    return random.choice((*ways, f"+34{number}", f"+34 {_grouped(number, (3, 3, 3))}"))


def _brazilian(random: Random) -> str:
    area = random.choice(("11", "21", "31", "51", "41", "71", "85", "48", "19", "62"))
    number = f"9{random.choice('6789')}{_figures(random, 7)}"
    halves = f"{number[:5]}-{number[5:]}"
    ways = (f"{area} {halves}", f"({area}) {halves}", f"{area}{number}", f"{area} {number}")
    return random.choice((*ways, f"+55 {area} {halves}", f"{area}{halves}"))


def _emirati(random: Random) -> str:
    number = f"{random.choice(('50', '52', '54', '55', '56', '58'))}{_figures(random, 7)}"
    plain = f"0{number}"
    ways = (plain, _grouped(plain, (3, 3, 4)), f"+971{number}", _grouped(plain, (3, 7), "-"))
    written = random.choice((*ways, f"+971 {_grouped(number, (2, 3, 4))}"))
    return written.translate(_EASTERN) if random.random() < 0.1 else written
