"""Steps of the office for many bookings at once."""
