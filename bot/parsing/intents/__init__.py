"""Recognition of intents and codes in messages, by phrases of every language kept as data.

`<language>.toml` holds the phrases of each intent; `reader.read` finds them in a message.
"""
