"""Accounts: sign-up, password, e-mail and phone, by the person or by the service."""
