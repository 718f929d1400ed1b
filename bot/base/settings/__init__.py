"""Settings: reading them from their sources, and describing their mistakes."""
