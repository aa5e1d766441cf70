"""What customers write to the office, and what the office answers (rule: conversation)."""
