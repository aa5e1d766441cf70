"""Rendering the public pages from published settings, and from a draft for a preview."""
