"""The chat with people: the handlers of their updates, with a package for each role."""
