"""What can be done in groups of dispatchers. Whatever is personal is said privately."""
