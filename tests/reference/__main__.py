"""`python -m tests.reference cases FILE...` and `python -m tests.reference play N`."""

import sys

from tests.reference import cases, play

if __name__ == "__main__":
    _, which, *arguments = sys.argv
    if which == "cases":
        sys.exit(cases.main(arguments))
    sys.exit(play.main(int(arguments[0])))
