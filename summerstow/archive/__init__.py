"""Point in time: base backups beside the archived write-ahead log, and any second brought back."""
