"""What dispatchers can ask for in chat."""
