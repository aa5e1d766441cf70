"""Text messages: how a provider is asked to send one, and what it tells afterwards."""
