"""The processes that serve the application and its built site."""
