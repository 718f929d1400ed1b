"""Cards, and what they show."""
