"""What follows later: digests, alarms, delays, hand-overs."""
