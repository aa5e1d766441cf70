"""Claims for items that came back damaged or not at all, and what the office answers."""
