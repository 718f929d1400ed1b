"""The tables of the first version. A new database gets the tables of today at once, without it."""

revision = "0024"
down_revision = None
