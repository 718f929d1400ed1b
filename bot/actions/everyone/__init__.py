"""The actions on people: invite, join, remove and forget them."""
