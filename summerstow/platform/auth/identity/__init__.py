"""Who stands behind the keys and tokens of a request."""
