"""Who is who: possible duplicates, families, and merging of two customers."""
