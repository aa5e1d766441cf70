"""Messages: outbox, templates, senders."""
