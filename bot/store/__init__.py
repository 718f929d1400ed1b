"""Everything that Handover remembers: jobs, people, deliveries as last seen, cards, dialogs."""
