"""Texts for groups of dispatchers and of shops."""
