"""What connects programs of others: webhooks, API keys, calendar feeds."""
