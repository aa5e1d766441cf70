"""Point-in-time recovery: base backups, the archived write-ahead log, and restoring a moment."""
