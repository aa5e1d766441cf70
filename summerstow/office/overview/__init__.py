"""The figures of a season, computed from the rows of other packages; nothing is stored."""
