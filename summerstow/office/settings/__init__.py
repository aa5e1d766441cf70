"""What an owner sets: drafts, publishing, and what follows from it on each host."""
