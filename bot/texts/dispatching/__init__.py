"""What dispatchers read."""
