"""Tests of an app with pytest: each test forces the flags that it needs, for its own requests alone."""

import json, os, urllib.parse, urllib.request

import pytest


class Flags:
    """The flags of the app, which it evaluates over OFREP; a test can override them."""

    def __init__(self):
        self.overrides = {}

    def is_on(self, key, user):
        url = f"{os.environ['OFREP_ENDPOINT']}/ofrep/v1/evaluate/flags/{urllib.parse.quote(key)}"
        headers = {"Content-Type": "application/json", "Halyard-Overrides": json.dumps(self.overrides)}
        body = json.dumps({"context": {"targetingKey": user}}).encode()
        with urllib.request.urlopen(urllib.request.Request(url, body, headers)) as response:
            return json.load(response)["value"]


def total(flags, prices):
    """The code under test: the new cart gives a discount for three goods."""
    discount = 0.9 if flags.is_on("New Cart", "ana") and len(prices) >= 3 else 1
    return sum(prices) * discount


@pytest.fixture
def flags():
    return Flags()


def test_preset(flags):
    assert total(flags, [10, 10, 10]) == 27


@pytest.mark.parametrize("is_on, expected", [(True, 27), (False, 30)])
def test_both_carts(flags, is_on, expected):
    flags.overrides = {"New Cart": is_on}
    assert total(flags, [10, 10, 10]) == expected
