"""The recipients of news: staff, groups, shops and followers, and what they have muted."""
