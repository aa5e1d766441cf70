"""Signing in by password, recovering and changing it, and proving once more who is there."""
