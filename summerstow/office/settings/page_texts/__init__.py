"""The texts of the public pages: what must be right in them, and how the site gets them."""
