"""What people mean by what they say: sentences, in every language, as data.

`<language>.toml` holds the phrases of each intent; `reader.read` finds them in what was said.
"""
