"""Sessions, their tokens and keys, and who may call what."""
