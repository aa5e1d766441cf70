"""What a request says: the query string and the headers, read without knowing any table."""
