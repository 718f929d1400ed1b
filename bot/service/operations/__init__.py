"""What the service does: one module per verb, one transaction per call."""
