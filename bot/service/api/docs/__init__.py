"""The OpenAPI page as data: what is asked, what is answered, with examples that are true answers.

The models here describe and do nothing else: answers are built in `bot.service.shapes`, and never
run through them. Tests hold the two together.
"""
