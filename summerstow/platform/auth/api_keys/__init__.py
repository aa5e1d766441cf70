"""Keys with which programs of others use the data API."""
