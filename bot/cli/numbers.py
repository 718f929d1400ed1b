"""Numbers as an operator types them."""

LARGEST = 2**63 - 1
"""What a database's column holds; more is no row's number."""
