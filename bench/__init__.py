"""`make bench`: the product against the limit of its own database, in one run, interleaved."""
