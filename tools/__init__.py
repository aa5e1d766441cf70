"""Bootstrap programs behind the Makefile; they use the standard library only."""
