"""Every item in our keeping: its label, what happened to it, and where it stands."""
