"""Webhooks: events as rows, written in the transaction that causes them and sent after it."""
