"""Orders as people write them, read into the places of the form."""
