"""`python -m tests.spans [seed …]` plays months and prints how true and how wide the spans are."""

import sys

from tests.spans.trial import played, result


def main() -> None:
    for seed in map(int, sys.argv[1:] or ["1", "2", "3"]):
        told = played(seed)
        print(result(told).line(f"month {seed}"))  # noqa: T201 - a program that prints
        print(result([each for each in told if each.is_at_pickup]).line("  at the pickup"))  # noqa: T201
        for stops in sorted({each.stops for each in told}):
            of_these = [each for each in told if each.stops == stops]
            print(result(of_these).line(f"  {stops} before"))  # noqa: T201


if __name__ == "__main__":
    main()
