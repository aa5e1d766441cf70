"""New accounts, and sign-in by code or link without a password."""
