"""What riders can ask for in chat."""
