"""Sessions: opening, refreshing, ending and checking them."""
