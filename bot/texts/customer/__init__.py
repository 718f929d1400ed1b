"""What customers read."""
