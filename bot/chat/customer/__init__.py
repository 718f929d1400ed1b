"""What customers can ask for in chat."""
