"""The operations of the service: one module per verb, one transaction per call."""
