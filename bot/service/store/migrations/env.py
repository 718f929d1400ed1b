"""What Alembic runs: the steps that are missing, inside the caller's transaction."""

from alembic import context

from bot.service.store.tables import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
