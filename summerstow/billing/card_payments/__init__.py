"""Card payments by Stripe Checkout, where its keys are set; no card number is ever seen here."""
