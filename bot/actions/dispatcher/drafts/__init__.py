"""Drafts: a delivery as somebody is about to ask for it, filled in bit by bit."""
