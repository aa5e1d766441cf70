"""Steps of the office for many bookings or customers at once."""
