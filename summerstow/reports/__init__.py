"""What the season came to, reckoned from the rows of the other packages; nothing is stored here."""
