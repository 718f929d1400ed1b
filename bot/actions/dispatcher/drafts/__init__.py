"""Drafts: deliveries that a dispatcher is about to create, filled in step by step."""
