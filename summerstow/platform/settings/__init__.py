"""The settings: what there is, what they may not say together, and how they are read."""
