"""The OpenAPI page as data: what is asked and answered, with examples that are true answers."""
