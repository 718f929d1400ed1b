"""Servers that strangers reach: limits, listeners, certificates."""
