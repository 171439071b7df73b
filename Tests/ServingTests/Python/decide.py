"""Checks decisions of optimizely-sdk against expected results.

    python3 decide.py CASES

CASES is a JSON file with a list of objects: "name", "datafile" (the path of a datafile), and
"expectations" as in decisions.py. Prints the differences, and the number of datafiles and decisions;
the exit code is 1 if there are differences.
"""

import json
import logging
import sys

from optimizely.helpers import validator

import decisions


def differences(case):
    with open(case["datafile"], encoding="utf-8") as file:
        datafile = file.read()
    if not validator.is_datafile_valid(datafile):
        return ["the datafile does not match the schema"]
    made = decisions.client(datafile=datafile)
    if not made.is_valid or made.config_manager.get_config() is None:
        return ["the SDK rejects the datafile"]
    return decisions.differences(made, case["expectations"])


def main(path):
    logging.disable(logging.CRITICAL)
    with open(path, encoding="utf-8") as file:
        cases = json.load(file)
    failed = False
    for case in cases:
        for line in differences(case):
            failed = True
            print(f"{case['name']}: {line}")
    count = sum(len(case["expectations"]) for case in cases)
    print(f"{len(cases)} datafiles, {count} decisions")
    return 1 if failed else 0


sys.exit(main(sys.argv[1]))
