"""The notifications of a change: who hears of it, and how."""
