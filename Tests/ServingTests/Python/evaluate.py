"""Evaluates flags with an OpenFeature provider, and prints one line for each result.

    python3 evaluate.py CASES

CASES is a JSON file with an object: "provider" ("ofrep", "gofeatureflag" or "flipt"), "url", "token"
(null for none), and "evaluations", each with "type", "key", "default", "user" and "attributes". A line
is "VALUE VARIANT REASON", or "VALUE ERROR_CODE" if the provider reports an error; the value is JSON.
"""

import json
import logging
import sys

from openfeature import api
from openfeature.evaluation_context import EvaluationContext

TIMEOUT = 600


def ofrep(url, token):
    from openfeature.contrib.provider.ofrep import OFREPProvider

    headers = None if token is None else lambda: {"Authorization": f"Bearer {token}"}
    return OFREPProvider(url, headers_factory=headers, timeout=TIMEOUT)


def flipt(url, token):
    from openfeature.contrib.provider.flipt import FliptProvider

    headers = None if token is None else lambda: {"Authorization": f"Bearer {token}"}
    return FliptProvider(url, "default", headers_factory=headers, timeout=TIMEOUT)


def gofeatureflag(url, token):
    from gofeatureflag_python_provider.options import EvaluationType, GoFeatureFlagOptions
    from gofeatureflag_python_provider.provider import GoFeatureFlagProvider

    options = GoFeatureFlagOptions(
        endpoint=url, evaluation_type=EvaluationType.REMOTE, disable_data_collection=True,
        timeout=TIMEOUT * 1000, api_key=token)
    return GoFeatureFlagProvider(options=options)


PROVIDERS = {"ofrep": ofrep, "flipt": flipt, "gofeatureflag": gofeatureflag}


def line(client, evaluation):
    method = getattr(client, f"get_{evaluation['type']}_details")
    context = EvaluationContext(
        targeting_key=evaluation["user"], attributes=evaluation["attributes"])
    default = evaluation["default"]
    if evaluation["type"] == "float":
        default = float(default)
    details = method(evaluation["key"], default, context)
    value = json.dumps(details.value, ensure_ascii=False, separators=(",", ":"))
    if details.error_code is not None:
        return f"{value} {details.error_code.value}"
    return f"{value} {details.variant} {details.reason.value}"


def main(path):
    logging.disable(logging.CRITICAL)
    sys.stdout.reconfigure(encoding="utf-8")
    with open(path, encoding="utf-8") as file:
        cases = json.load(file)
    api.set_provider_and_wait(PROVIDERS[cases["provider"]](cases["url"], cases["token"]))
    client = api.get_client()
    for evaluation in cases["evaluations"]:
        print(line(client, evaluation))
    api.shutdown()


main(sys.argv[1])
