"""`python -m bot` is the command `handover`."""

import os
import signal
from types import FrameType


def main() -> None:
    # Set this before the commands are imported, which takes a while: until a command has something
    # to clean up, the program ends at once and without a message.
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, _end)
    from bot.cli import main as handover  # noqa: PLC0415 - see above

    handover()


def _end(number: int, _frame: FrameType | None) -> None:
    os._exit(128 + number)


if __name__ == "__main__":
    main()
