"""Cards: the one living message per delivery and chat, as each reader sees it."""
