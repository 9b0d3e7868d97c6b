"""Searches that decide deals on the PC: `exact` for the same-suit games whose empty columns take
Kings only, the general search for every other game, and the lines both of them hand back."""
