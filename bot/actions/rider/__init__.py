"""What riders do at the door, and on the way there."""
