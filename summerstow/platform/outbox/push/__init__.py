"""Messages to devices whose page is closed (Web Push)."""
