"""The JSON Schemas of docs/json beside what the loader says: examples fit them, files that are wrong in form do not,
and files that are wrong in meaning do, since no schema can tell. What forms.lua prints is held against
them too: lua5.4 spec/json/forms.lua | python3 spec/json/schemas.py"""
import json
import pathlib
import sys

from jsonschema import Draft7Validator

KINDS = ("schema", "conditions", "actions", "sequences", "entities")
ROOT = pathlib.Path(__file__).resolve().parents[2]


def validators():
    made = {}
    for kind in KINDS:
        schema = json.loads((ROOT / "docs/json" / f"{kind}.schema.json").read_text())
        Draft7Validator.check_schema(schema)
        made[kind] = Draft7Validator(schema)
    return made


def files():
    """Yields what to call it, kind, whether it fits, and the text."""
    for path in sorted((ROOT / "examples/json").glob("*.json")):
        yield path, path.stem if path.stem in KINDS else "entities", True, path.read_text()
    for group, fits in (("form", False), ("meaning", True)):
        for path in sorted((ROOT / "spec/json/bad" / group).glob("*/*.json")):
            yield path, path.parent.name, fits, path.read_text()


def lines():
    for number, line in enumerate(sys.stdin.buffer.read().decode().split("\n")[:-1], 1):
        kind, verdict, text = line.split("\t", 2)
        yield f"line {number}: {text}", kind, verdict == "fine", text


def main():
    known, counts, wrong = validators(), {True: 0, False: 0}, 0
    for name, kind, fits, text in [*files(), *lines()]:
        counts[fits] += 1
        if known[kind].is_valid(json.loads(text, strict=False)) != fits:
            wrong += 1
            print(f"{name}\n  {'does not fit' if fits else 'fits'} {kind}.schema.json, unlike the loader")
    same = known["actions"].schema["definitions"]["precondition"]
    if same != known["sequences"].schema["definitions"]["precondition"]:
        wrong += 1
        print("the preconditions of actions and of transitions differ")
    print(f"{counts[True]} that fit, {counts[False]} that do not, {wrong} mistakes")
    return 0 if wrong == 0 and min(counts.values()) > 40 else 1


sys.exit(main())
