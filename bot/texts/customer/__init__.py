"""Texts for customers."""
