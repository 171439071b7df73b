"""Follows the flags of a server with an SDK, and checks its results after each change.

    python3 follow.py SDK SERVER_URL STEPS_URL

SDK is "unleash", "unleash-stream", "flagd", "growthbook", "firebase", "launchdarkly-stream",
"launchdarkly-poll" or "launchdarkly-gzip". Each request for STEPS_URL changes the flags. The response is an object with
"name" and "expectations", each with "flag", "user", "attributes", "default" and "result"; an empty response
ends the program. For each step, the program waits until the SDK has all expected results. Prints the number of
evaluations of each flag by an SDK with compressed events, the
differences, and the number of steps and results; the exit code is 1 if there are differences.
"""

import json
import logging
import os
import sys
import tempfile
import time
import urllib.request

INTERVAL = 1
TIMEOUT = 60


def fetch(url):
    # Without the proxy of the environment.
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(url, timeout=600) as response:
        return response.read()


class Unleash:
    """The SDK of Unleash; a result is the state, the variant and its payload."""

    def __init__(self, url, folder, mode):
        from UnleashClient import UnleashClient

        self.client = UnleashClient(
            experimental_mode={"type": mode},
            url=url + "/api", app_name="shop", instance_id="till-1", refresh_interval=INTERVAL,
            metrics_interval=INTERVAL, cache_directory=folder,
            custom_headers={"Authorization": "*:development.secret"})
        self.client.initialize_client()

    def refresh(self):
        """Does nothing: the SDK polls the server, or follows its stream."""

    def result(self, expected):
        context = {"userId": expected["user"], "properties": expected["attributes"]}
        variant = self.client.get_variant(expected["flag"], context)
        enabled = self.client.is_enabled(expected["flag"], context)
        return [enabled, variant["name"], variant.get("payload", {}).get("value")]

    def stop(self):
        # Leaves time for a poll without a change, and for the last metrics.
        time.sleep(3 * INTERVAL)
        self.client.destroy()


class Flagd:
    """The provider of flagd for a file with the flags; a result is the value and the variant."""

    def __init__(self, url, folder):
        from openfeature import api
        from openfeature.contrib.provider.flagd import FlagdProvider
        from openfeature.contrib.provider.flagd.config import ResolverType

        self.api = api
        self.url = url + "/flagd/flags.json"
        self.path = os.path.join(folder, "flags.json")
        self.refresh()
        api.set_provider_and_wait(FlagdProvider(
            resolver_type=ResolverType.FILE, offline_flag_source_path=self.path,
            deadline_ms=INTERVAL * 1000))
        self.client = api.get_client()

    def refresh(self):
        """Writes the flags of the server to the file, which the provider polls."""
        with open(self.path + ".new", "wb") as file:
            file.write(fetch(self.url))
        os.replace(self.path + ".new", self.path)

    def result(self, expected):
        from openfeature.evaluation_context import EvaluationContext

        default = expected["default"]
        kinds = {bool: "boolean", str: "string", int: "integer", dict: "object"}
        method = getattr(self.client, f"get_{kinds[type(default)]}_details")
        context = EvaluationContext(expected["user"], expected["attributes"])
        details = method(expected["flag"], default, context)
        if details.error_code is not None:
            return [details.error_code.value, details.error_message]
        return [details.value, details.variant]

    def stop(self):
        self.api.shutdown()


class LaunchDarkly:
    """The SDK of LaunchDarkly; a result is the value and the index of the variation."""

    def __init__(self, url, kind):
        from ldclient.client import LDClient
        from ldclient.config import Config

        self.counts = {} if kind == "gzip" else None
        config = Config("sdk-any", base_uri=url, stream_uri=url, events_uri=url,
                        stream=kind != "poll", flush_interval=INTERVAL,
                        initial_reconnect_delay=INTERVAL, enable_event_compression=kind == "gzip")
        # The shortest interval of the SDK is 30 seconds.
        config._Config__poll_interval = INTERVAL
        self.client = LDClient(config)

    def refresh(self):
        """Does nothing: the SDK follows the server."""

    def result(self, expected):
        from ldclient import Context

        builder = Context.builder(expected["user"])
        for name, value in expected["attributes"].items():
            builder.set(name, value)
        detail = self.client.variation_detail(expected["flag"], builder.build(), expected["default"])
        if self.counts is not None:
            self.counts[expected["flag"]] = self.counts.get(expected["flag"], 0) + 1
        return [detail.value, detail.variation_index]

    def stop(self):
        self.client.flush()
        # Leaves time for the last events.
        time.sleep(INTERVAL)
        self.client.close()
        if self.counts is not None:
            for flag, count in sorted(self.counts.items()):
                print(f"{flag}: {count}")


class GrowthBook:
    """The SDK of GrowthBook; a result is the value and its source."""

    def __init__(self, url):
        self.url = url

    def refresh(self):
        """Does nothing: each result requests the features again once they are old."""

    def result(self, expected):
        from growthbook import GrowthBook

        engine = GrowthBook(
            attributes={"id": expected["user"], **expected["attributes"]}, api_host=self.url,
            client_key="sdk-any", cache_ttl=INTERVAL)
        engine.load_features()
        result = engine.eval_feature(expected["flag"])
        engine.destroy()
        return [result.value, result.source]

    def stop(self):
        """Does nothing: there is no connection."""


class Firebase:
    """The SDK of Firebase for servers; a result is the text of a parameter, or null for the app's own default."""

    def __init__(self, url):
        import firebase_admin
        from firebase_admin import credentials

        class NoCredential(credentials.Base):
            def get_credential(self):
                return None

        self.url = url + "/remote-config-template.json"
        firebase_admin.initialize_app(NoCredential(), {"projectId": "shop"})
        self.refresh()

    def refresh(self):
        """Loads the template of the server."""
        from firebase_admin import remote_config

        text = fetch(self.url).decode()
        self.template = remote_config.init_server_template(template_data_json=text)

    def result(self, expected):
        context = {"randomization_id": expected["user"], **expected["attributes"]}
        config = self.template.evaluate(context)
        if config.get_value_source(expected["flag"]) == "static":
            return [None]
        return [config.get_string(expected["flag"])]

    def stop(self):
        """Does nothing: there is no connection."""


def sdk_of(name, url, folder):
    """Returns the SDK with a name."""
    if name in ("unleash", "unleash-stream"):
        return Unleash(url, folder, "streaming" if name == "unleash-stream" else "polling")
    if name == "flagd":
        return Flagd(url, folder)
    if name == "growthbook":
        return GrowthBook(url)
    if name == "firebase":
        return Firebase(url)
    return LaunchDarkly(url, name.removeprefix("launchdarkly-"))


def differences(sdk, step):
    """Returns a line for each result that differs from the expected one."""
    found = []
    for expected in step["expectations"]:
        result = sdk.result(expected)
        if json.dumps(result) != json.dumps(expected["result"]):
            found.append(f"{step['name']}: {expected}: {result}")
    return found


def main(name, url, steps):
    logging.disable(logging.CRITICAL)
    count = total = failures = 0
    slowest = 0.0
    with tempfile.TemporaryDirectory() as folder:
        sdk = sdk_of(name, url, folder)
        while True:
            response = fetch(steps)
            if not response:
                break
            step = json.loads(response)
            start = time.monotonic()
            sdk.refresh()
            while (lines := differences(sdk, step)) and time.monotonic() - start < TIMEOUT:
                time.sleep(0.02)
            slowest = max(slowest, time.monotonic() - start)
            for line in lines:
                failures += 1
                print(line)
            count += 1
            total += len(step["expectations"])
            if lines:
                break
        sdk.stop()
    print(f"{count} steps, {total} results, the slowest after {slowest:.1f} s")
    return 1 if failures else 0


sys.exit(main(sys.argv[1], sys.argv[2], sys.argv[3]))
