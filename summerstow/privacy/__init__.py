"""Everything about oneself: to read, to take along, and to have erased."""
