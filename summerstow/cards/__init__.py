"""Card payments by Stripe Checkout: only where its keys are set; no card number ever comes here."""
