"""The documents of the settings, one module for each section."""
