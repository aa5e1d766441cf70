"""The room's SQL, each statement a named function. All of it runs as the schema's owner."""
