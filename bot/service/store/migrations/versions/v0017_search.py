"""Names and addresses are kept as people look for them, too: without accents and case."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

from bot.base.folding import folded

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None

_AT_ONCE = 500
_FOLDED: Sequence[tuple[str, str, tuple[str, ...]]] = (
    ("deliveries", "sender_sought", ("sender_name",)),
    ("deliveries", "receiver_sought", ("receiver_name", "receiver_address")),
    ("riders", "sought", ("name",)),
    ("items", "sought", ("description",)),
)


def upgrade() -> None:
    for table, column, sources in _FOLDED:
        op.add_column(table, sa.Column(column, sa.Text))
        _fill(table, column, sources)


def _fill(name: str, column: str, sources: tuple[str, ...]) -> None:
    connection = op.get_bind()
    table = sa.table(name, *map(sa.column, ("uuid", column, *sources)))
    rows = sa.select(table.c.uuid, *(table.c[source] for source in sources))
    fill = (
        sa.update(table)
        .where(table.c.uuid == sa.bindparam("of"))
        .values({column: sa.bindparam("sought")})
    )
    last = ""
    while found := connection.execute(
        rows.where(table.c.uuid > last).order_by(table.c.uuid).limit(_AT_ONCE)
    ).all():
        last = found[-1][0]
        sought = [
            {"of": uuid, "sought": folded("\n".join(each or "" for each in texts))}
            for uuid, *texts in found
        ]
        connection.execute(fill, sought)


def downgrade() -> None:
    for table, column, _ in reversed(_FOLDED):
        op.drop_column(table, column)
