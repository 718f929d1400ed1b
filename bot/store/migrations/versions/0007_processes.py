"""What is held is held by a process, which has one lease; what has ended leaves only its key.

The first of each lane is marked. Of what is there already all is, which is more than needed.
"""

import sqlalchemy as sa
from alembic import op

from bot.store.still_running import see_that_none_runs

revision = "0007"
down_revision = "0006"

_KEEP_KEYS = "INSERT INTO job_keys (kind, key, added_at) SELECT kind, key, created_at FROM jobs"
_DELETE_DONE = "DELETE FROM jobs WHERE state = 'done'"
_IS_IN_FRONT = sa.text("state = 'waiting' AND is_front")
_FREE_ALL = "UPDATE jobs SET state = 'waiting', lease = NULL WHERE state = 'running'"


def upgrade() -> None:
    see_that_none_runs(op.get_bind())
    op.create_table(
        "processes",
        sa.Column("token", sa.String(), nullable=False),
        sa.Column("until", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("token"),
    )
    op.create_table(
        "leaders",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("process", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )
    op.drop_table("leases")
    op.create_table(
        "job_keys",
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("added_at", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("kind", "key"),
        sqlite_with_rowid=False,
    )
    op.create_index("job_keys_added", "job_keys", ["kind", "added_at"])
    for statement in (_KEEP_KEYS, _DELETE_DONE, _FREE_ALL):
        op.execute(statement)
    op.drop_index("jobs_finished", "jobs")
    op.add_column("jobs", sa.Column("process", sa.String(), nullable=True))
    op.drop_column("jobs", "lease_until")
    op.drop_column("jobs", "finished_at")
    op.add_column(
        "jobs", sa.Column("is_front", sa.Boolean(), server_default=sa.true(), nullable=False)
    )
    op.drop_index("jobs_due", "jobs")
    op.create_index(
        "jobs_due",
        "jobs",
        ["kind", "urgency", "due_at", "id"],
        sqlite_where=_IS_IN_FRONT,
        postgresql_where=_IS_IN_FRONT,
    )
