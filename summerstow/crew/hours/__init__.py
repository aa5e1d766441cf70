"""How much work a day has against its crews' hours, and how long crews worked."""
