"""Backups of a database: making one while the program works, and putting it back."""
