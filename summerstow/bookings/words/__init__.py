"""Sentences about a booking for its customer."""
