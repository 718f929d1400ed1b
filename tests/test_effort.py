"""What the core jobs cost people is what its page says, and no more than was promised."""

from pathlib import Path

from tests.effort import JOBS, play_all, table
from tests.pages import COMMANDS_PAGE, table_in


async def test_the_core_jobs_cost_what_their_page_says(tmp_path: Path):
    efforts = await play_all(tmp_path)
    for job, effort in zip(JOBS, efforts, strict=True):
        assert effort.taps <= job.most_taps, job.name
        assert effort.sounds <= job.most_sounds, job.name
    made = table(efforts)
    assert table_in(COMMANDS_PAGE, "effort") == made, "python -m tests.effort --page makes it anew"
