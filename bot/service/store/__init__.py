"""The service's memory: SQLite by default, PostgreSQL by URL. All SQL is in this room."""
