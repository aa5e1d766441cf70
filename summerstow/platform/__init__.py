"""Domain-free floor: settings, database, errors, actor, clock; imports no other package."""
