"""What of the contract was seen, told at the end of a run, also of one in several processes."""

import pytest

from tests.contract.contract import ENDPOINTS, EVENTS, PAYLOADS
from tests.contract.errors import FAILURES
from tests.contract.shapes import SHAPES
from tests.contract.tally import Tally
from tests.contract.variants import VARIANTS

_TALLY = pytest.StashKey[Tally]()
_SEEN = "contract"


def tally_of(config: pytest.Config) -> Tally:
    """Return the count of this process."""
    return config.stash.setdefault(_TALLY, Tally())


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Hand the count of a worker process to the one that started it."""
    output = getattr(session.config, "workeroutput", None)
    if output is not None:
        output[_SEEN] = {what: sorted(seen) for what, seen in tally_of(session.config).seen.items()}


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node) -> None:
    """Take over the count of a worker process that has ended."""
    told = getattr(node, "workeroutput", {}).get(_SEEN, {})
    for what, seen in told.items():
        tally_of(node.config).seen[what].update(seen)


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Print the line, if anything of the contract was tested at all."""
    tally = tally_of(config)
    if any(tally.seen.values()):
        terminalreporter.write_line(_summary(tally))


def _summary(tally: Tally) -> str:
    every_shape = [{f"{kind}, {shape}" for shape in PAYLOADS} for kind in EVENTS]
    told = sum(shapes <= tally.seen["events"] for shapes in every_shape)
    return (
        f"contract: {tally.count('endpoints', ENDPOINTS)}, "
        f"{tally.count('request variants', VARIANTS)}, {tally.count('response shapes', SHAPES)}, "
        f"events {told}/{len(EVENTS)} × {len(PAYLOADS)} shapes, "
        f"{tally.count('error bodies', FAILURES)}"
    )
