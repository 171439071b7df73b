"""Checks decisions of optimizely-sdk against expected results.

    python3 decide.py CASES

CASES is a JSON file with a list of objects: "name", "datafile" (the path of a datafile), and
"expectations", each with "user", "attributes", "flag", "enabled", "variation" and "variables".
Variables that are missing in an expectation are not compared. Prints the differences, and the number
of datafiles and decisions; the exit code is 1 if there are differences.
"""

import json
import logging
import sys

from optimizely import optimizely
from optimizely.helpers import validator
from optimizely.helpers.sdk_settings import OptimizelySdkSettings


class SilentDispatcher:
    @staticmethod
    def dispatch_event(event):
        pass


class NoPredictions:
    """The service of contextual bandits without a connection."""

    @staticmethod
    def get_decision(*arguments):
        raise RuntimeError("no connection")


def equal(left, right):
    """Compares JSON values; unlike in Python, true is not 1."""
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(equal(left[key], right[key]) for key in left)
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(equal, left, right))
    return left == right


def client(datafile):
    settings = OptimizelySdkSettings(odp_disabled=True)
    made = optimizely.Optimizely(
        datafile=datafile, event_dispatcher=SilentDispatcher, settings=settings)
    made.decision_service.cmab_service = NoPredictions()
    return made


def differences(case):
    with open(case["datafile"], encoding="utf-8") as file:
        datafile = file.read()
    if not validator.is_datafile_valid(datafile):
        return ["the datafile does not match the schema"]
    made = client(datafile)
    if not made.is_valid or made.config_manager.get_config() is None:
        return ["the SDK rejects the datafile"]
    found = []
    for expected in case["expectations"]:
        user = made.create_user_context(expected["user"], expected["attributes"])
        decision = user.decide(expected["flag"], ["DISABLE_DECISION_EVENT"])
        same = (
            decision.enabled is expected["enabled"]
            and decision.variation_key == expected["variation"]
            and all(
                equal(decision.variables.get(key), value)
                for key, value in expected["variables"].items()))
        if not same:
            found.append(
                f"{expected}: {decision.enabled} {decision.variation_key} {decision.variables}"
                f" by {decision.rule_key}")
    return found


def main(path):
    logging.disable(logging.CRITICAL)
    with open(path, encoding="utf-8") as file:
        cases = json.load(file)
    failed = False
    for case in cases:
        for line in differences(case):
            failed = True
            print(f"{case['name']}: {line}")
    decisions = sum(len(case["expectations"]) for case in cases)
    print(f"{len(cases)} datafiles, {decisions} decisions")
    return 1 if failed else 0


sys.exit(main(sys.argv[1]))
