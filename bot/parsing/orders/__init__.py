"""Readers of orders as people write them: texts, forms, tables, files and corrections."""
