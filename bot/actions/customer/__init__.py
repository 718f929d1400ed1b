"""What customers follow, say and rate."""
