"""The page on which customers book: a form, its price, and what comes of it."""
