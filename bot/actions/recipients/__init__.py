"""Who is told, and how loud: staff, groups, muted kinds, quiet hours."""
