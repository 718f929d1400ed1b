"""What can be done in groups of dispatchers, and of shops. What is personal is said privately."""
