"""Alembic's migrations, run at every start with the service's own connection."""
