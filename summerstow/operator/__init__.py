"""What the one who runs the product does from its command line."""
