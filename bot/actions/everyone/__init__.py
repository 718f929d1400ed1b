"""Who people are here, and what they want to hear."""
