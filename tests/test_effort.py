"""What the core jobs cost people is what the README says, and no more than was promised."""

from pathlib import Path

from tests.effort import JOBS, play_all, readme_table, table


async def test_the_core_jobs_cost_what_the_readme_says(tmp_path: Path):
    efforts = await play_all(tmp_path)
    for job, effort in zip(JOBS, efforts, strict=True):
        assert effort.taps <= job.most_taps, job.name
        assert effort.sounds <= job.most_sounds, job.name
    assert readme_table() == table(efforts), "python -m tests.effort --readme makes it anew"
