"""When and where the items come back, and what another city costs."""
