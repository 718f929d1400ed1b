"""The actions of dispatchers: look up, create, change and move deliveries, and take cash in."""
