"""Who may do what, tried: decisions.md, "Who may do what, enforced on the server"."""
