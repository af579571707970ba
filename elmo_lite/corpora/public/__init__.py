"""Public data sets: where each is found, how it is read, and what has to be said of it."""
