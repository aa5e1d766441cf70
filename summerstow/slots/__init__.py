"""Capacity: the places of a pickup window. The one contended number of the product."""
