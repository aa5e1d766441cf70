"""Accounts and sessions in GoTrue's dialect."""
