"""The commands, buttons and answers that are for everybody in chat."""
