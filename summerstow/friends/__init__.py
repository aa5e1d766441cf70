"""Shared bundles and referrals."""
