"""Deliveries as the fleet service tells of them."""
