"""The database: engines, transactions and statements."""
