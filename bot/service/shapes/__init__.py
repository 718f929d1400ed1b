"""What things look like on the wire: the field lists of the contract's tables, per endpoint."""
