"""Files that people upload, and documents as PDF."""
