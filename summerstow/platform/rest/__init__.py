"""The data API in PostgREST's grammar."""
