"""Texts for dispatchers."""
