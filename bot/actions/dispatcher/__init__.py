"""What dispatchers look up, make and move."""
