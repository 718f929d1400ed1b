"""What everybody can read."""
