"""Uploads: photos of items, rivals' quotes, evidence and photos of claims."""
