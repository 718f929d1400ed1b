"""The operator's page: what is done with the command line, in a browser, by the same operations."""
