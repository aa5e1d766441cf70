"""Tests of the bootstrap programs behind the Makefile."""
