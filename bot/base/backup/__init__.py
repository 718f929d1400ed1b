"""Backups of a database: how one is made while the program works, and how it is put back."""
