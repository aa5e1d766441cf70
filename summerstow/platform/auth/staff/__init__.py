"""Who works here: roles, which self sign-up never gives (rule: server-decides-role)."""
