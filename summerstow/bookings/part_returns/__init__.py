"""Items that come back while the rest stays, as a booking knows them."""
