"""The base of bot and service, free of the contract: time, HTTP, settings, database, queue."""
