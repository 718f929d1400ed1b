"""The actions of customers: follow, note, write, rate and tip."""
