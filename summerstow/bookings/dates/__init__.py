"""Another day for a booking: by its customer, by staff, and as a request that staff answer."""
