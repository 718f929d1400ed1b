"""A small trial with every check of the large one."""

from pathlib import Path

from tests.faults.trial import Trial, TrialSettings


async def test_nothing_is_lost_or_doubled_when_the_bot_is_killed(tmp_path: Path):
    settings = TrialSettings(kills=2, deliveries=6, seed=7, limit_seconds=90)
    verdict = await Trial(tmp_path, settings).run()
    assert verdict.holds, "\n".join(verdict.lines())
    assert (verdict.kills, verdict.starts, verdict.deliveries) == (2, 2, 6)
