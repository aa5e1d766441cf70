"""The embedded PostgreSQL: a server for the data folder, kept while anybody uses it."""
