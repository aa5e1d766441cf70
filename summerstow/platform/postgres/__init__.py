"""The embedded PostgreSQL: a server for the data folder, running while a process uses it."""
