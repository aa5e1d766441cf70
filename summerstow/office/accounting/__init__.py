"""The accountant's files of the money of a period or a day (rule: accountant-files)."""
