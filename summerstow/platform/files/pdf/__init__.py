"""PDF files in the product's look, in whatever script people write their names."""
