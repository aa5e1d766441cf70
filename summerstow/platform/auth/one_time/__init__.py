"""One-time tokens: links and digits that are mailed or texted, and what they are good for."""
