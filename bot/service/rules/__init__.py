"""Every decision on a gap of the contract, with its reason; what code reads is data here."""
