"""Archives: everything that the business keeps, as one ZIP file for an executive."""
