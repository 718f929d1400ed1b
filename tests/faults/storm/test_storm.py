"""A storm of a minute, judged as a long one is; `python -m tests.faults` at length."""

from pathlib import Path

import pytest

from tests.faults.storm.storm_checks import FAULTS_NOT_YET, FINDINGS_NOT_YET
from tests.faults.storm.storm_trial import StormSettings, StormTrial

FEW, FAULTS = 3, 20


@pytest.mark.timeout(300)
@pytest.mark.parametrize(
    ("seed", "faults"),
    [
        (7, FEW),
        pytest.param(7, FAULTS, marks=pytest.mark.long("a storm lasts as long as its faults")),
    ],
)
async def test_nothing_is_lost_doubled_or_told_where_everything_goes_wrong(
    tmp_path: Path, seed: int, faults: int
):
    settings = StormSettings(
        *(faults, seed),
        without=tuple(FAULTS_NOT_YET),
        at_once=4,
        lull=2,
        finishing=90,
        expected=frozenset(FINDINGS_NOT_YET),
    )
    report = await StormTrial(tmp_path, settings).run()
    wrong = [finding for finding in report.findings if finding.check not in settings.expected]
    assert not wrong, "\n".join(report.lines())
    assert sum(report.struck.values()) == faults
