"""What a request means in this schema: the catalogue, and queries resolved against it."""
