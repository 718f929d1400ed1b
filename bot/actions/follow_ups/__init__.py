"""The follow-ups of a delivery: digests, alarms, delays, hand-overs."""
