"""Second factors: authenticator apps, texts, passkeys, recovery codes."""
