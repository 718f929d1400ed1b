"""What everybody can ask for in chat."""
