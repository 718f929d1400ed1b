"""The actions of riders: their duty, their pickups and rounds, the codes, the photos, the cash."""
