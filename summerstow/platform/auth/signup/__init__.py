"""New accounts, and the codes and links that bring somebody in without a password."""
