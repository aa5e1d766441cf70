"""Items that a customer collects at the warehouse while the rest stays."""
