"""Notifications of a change: the people who hear of it, and the way they hear."""
