"""What the service answers and sends: each field once, with its form and where its value is from.

The models build the answers from records, and describe them on the OpenAPI page.
"""
