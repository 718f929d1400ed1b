"""What people are told of a change."""
