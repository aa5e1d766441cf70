"""Summerstow: student summer storage, the server."""
