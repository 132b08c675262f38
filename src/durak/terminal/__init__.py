"""Durak in a terminal: a deal played by typing, a record told bout by bout."""
