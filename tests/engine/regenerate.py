"""Write the golden files anew, by hand: ``python -m tests.engine.regenerate``.

Whoever runs this reads the difference before keeping it: a line that changed is a rule that did.
"""

from __future__ import annotations

from durak.ruleset import PRESETS
from tests.engine import golden


def main() -> None:
    golden.PERFT.write_text(golden.perft_text(), "utf-8", newline="\n")
    golden.PLAYTHROUGHS.mkdir(exist_ok=True)
    for preset in PRESETS:
        path = golden.PLAYTHROUGHS / f"{preset}.txt"
        path.write_text(golden.playthrough(preset), "utf-8", newline="\n")


if __name__ == "__main__":
    main()
