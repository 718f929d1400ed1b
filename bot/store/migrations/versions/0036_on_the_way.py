"""Where stops of a round come by the way, besides where their rider wants them."""

import sqlalchemy as sa
from alembic import op

revision = "0036"
down_revision = "0035"


def upgrade() -> None:
    op.add_column("round_stops", sa.Column("on_the_way", sa.Integer))
