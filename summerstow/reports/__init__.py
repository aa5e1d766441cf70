"""What the season came to, reckoned from the rows of the other rooms; nothing is stored here."""
