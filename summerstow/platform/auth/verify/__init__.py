"""Answering a mailed link or code."""
