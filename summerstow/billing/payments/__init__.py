"""Payments received, waivers, write-offs, refunds, and price matches."""
