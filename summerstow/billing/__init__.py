"""What things cost and why: one price engine for the wizard, the account and the invoice."""
