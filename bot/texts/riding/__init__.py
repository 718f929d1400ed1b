"""What riders read."""
