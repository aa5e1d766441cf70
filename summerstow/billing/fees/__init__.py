"""Fees with evidence: proposed at the door, charged by the office, disputed once."""
