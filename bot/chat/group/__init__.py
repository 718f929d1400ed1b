"""The chat in groups of dispatchers and of shops. Personal answers go to private chats."""
