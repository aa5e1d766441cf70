"""Referral credits: earned by friends' first bookings, used by the next booking."""
