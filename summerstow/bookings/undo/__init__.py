"""Undo of a booking's last change, within ten minutes (rule: undo)."""
