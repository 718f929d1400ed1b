"""How a change becomes known, is kept, shown and told."""
