"""What both halves stand on, and what knows no contract: time, HTTP, settings, database, queue."""
