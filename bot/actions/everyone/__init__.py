"""The actions on people: invite, join, remove and forget them, and keep their quiet hours."""
