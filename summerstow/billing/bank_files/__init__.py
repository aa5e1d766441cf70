"""Files of bank transactions: CSV exports of Canadian banks, and OFX or QFX."""
