"""Compares decisions of optimizely-sdk with expected results.

An expectation is an object with "user", "attributes", "flag", "enabled", "variation" and "variables".
Variables that are missing in an expectation are not compared.
"""

from optimizely import optimizely
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


def client(**arguments):
    """Creates a client that sends no event and no request except those for the datafile."""
    settings = OptimizelySdkSettings(odp_disabled=True)
    made = optimizely.Optimizely(
        event_dispatcher=SilentDispatcher, settings=settings, **arguments)
    made.decision_service.cmab_service = NoPredictions()
    return made


def differences(made, expectations):
    """Returns a line for each expectation that differs from the decision of a client."""
    found = []
    for expected in expectations:
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
