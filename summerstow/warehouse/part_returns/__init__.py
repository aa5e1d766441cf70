"""Items that come back while the rest stays: collected, brought, shipped."""
