"""``python -m durak`` is ``durak``."""

from durak.cli import main

main()
