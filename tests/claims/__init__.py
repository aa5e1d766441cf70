"""Claims, as customers file them and the office answers."""
