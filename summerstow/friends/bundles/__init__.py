"""Friends: a bundle that several share and pay for, and credits for those whom one refers."""
