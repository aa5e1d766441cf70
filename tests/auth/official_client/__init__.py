"""What the official client library of the wire does with /auth/v1."""
