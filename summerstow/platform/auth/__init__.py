"""Accounts and sessions, asked for and answered as GoTrue does."""
