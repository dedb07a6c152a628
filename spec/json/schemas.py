"""The JSON Schemas of docs/json beside what the loader says: examples fit them, files that are wrong in form do not,
and files that are wrong in meaning do, since no schema can tell. With a folder as argument, so do the files in it."""
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


def kind_of_example(path):
    return path.stem if path.stem in KINDS else "entities"


def expectations(arguments):
    """Yields path, kind and whether the file fits."""
    for folder in [ROOT / "examples/json", *map(pathlib.Path, arguments)]:
        for path in sorted(folder.glob("*.json")):
            yield path, kind_of_example(path), True
    for group, fits in (("form", False), ("meaning", True)):
        for path in sorted((ROOT / "spec/json/bad" / group).glob("*/*.json")):
            yield path, path.parent.name, fits


def main(arguments):
    known, count, wrong = validators(), 0, 0
    for path, kind, fits in expectations(arguments):
        count += 1
        if known[kind].is_valid(json.loads(path.read_text())) != fits:
            wrong += 1
            print(f"{path}: {'does not fit' if fits else 'fits'} {kind}.schema.json")
    same = known["actions"].schema["definitions"]["precondition"]
    if same != known["sequences"].schema["definitions"]["precondition"]:
        wrong += 1
        print("the preconditions of actions and of transitions differ")
    print(f"{count} files, {wrong} mistakes")
    return 0 if wrong == 0 and count > 80 else 1


sys.exit(main(sys.argv[1:]))
