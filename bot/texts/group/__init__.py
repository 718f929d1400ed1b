"""What is said in groups of dispatchers."""
