"""Rich messages: headings, tables, details, and buttons inside (Bot API 10.1 to 10.3)."""
