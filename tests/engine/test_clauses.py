"""Every clause of the rules freeze has a test that carries its number."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
FREEZE = ROOT / "docs" / "reference" / "rules.md"
R13_STEPS = 6  # R13 numbers its list


def clauses() -> list[str]:
    found = re.findall(r"^- (R\d+\.\d+) ", FREEZE.read_text("utf-8"), re.MULTILINE)
    return [*found, *(f"R13.{step}" for step in range(1, R13_STEPS + 1))]


def names_of_tests() -> list[str]:
    trees = [ast.parse(path.read_text("utf-8")) for path in Path(__file__).parent.glob("test_*.py")]
    return [
        node.name
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    ]


def test_the_freeze_has_the_chapters_that_are_tested() -> None:
    found = clauses()
    assert len(found) == len(set(found))
    assert {clause.split(".")[0] for clause in found} == {f"R{number}" for number in range(2, 14)}
    assert len(found) >= 60


def test_every_clause_has_a_test_named_by_it() -> None:
    names = names_of_tests()
    prefixes = {clause: f"test_{clause.lower().replace('.', '_')}_" for clause in clauses()}
    assert [
        clause
        for clause, prefix in prefixes.items()
        if not any(name.startswith(prefix) for name in names)
    ] == []


def test_every_test_named_by_a_clause_names_one_that_there_is() -> None:
    named = [found for name in names_of_tests() if (found := re.match(r"test_r(\d+)_(\d+)_", name))]
    assert named
    assert {f"R{found[1]}.{found[2]}" for found in named} - set(clauses()) == set()
