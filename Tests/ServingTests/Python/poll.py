"""Polls a datafile with optimizely-sdk, and checks its decisions after each change.

    python3 poll.py DATAFILE_URL STEPS_URL

Each request for STEPS_URL changes the datafile. The response is an object with "name", "revision" (that
of the changed datafile), and "expectations" as in decisions.py; an empty response ends the program. For
each step, the program waits until the SDK has the revision, without requesting the datafile itself.
Prints the differences, and the number of steps and decisions; the exit code is 1 if there are
differences.
"""

import logging
import sys
import threading

import requests
from optimizely.config_manager import PollingConfigManager
from optimizely.helpers.enums import NotificationTypes
from optimizely.notification_center import NotificationCenter

import decisions

INTERVAL = 0.01
TIMEOUT = 600


class Poller(PollingConfigManager):
    """Reports each finished request for the datafile."""

    def __init__(self, changed, **arguments):
        self.changed = changed
        self.requests = 0
        super().__init__(**arguments)

    def fetch_datafile(self):
        super().fetch_datafile()
        with self.changed:
            self.requests += 1
            self.changed.notify_all()


class Watch:
    """Counts the notifications of the SDK about new revisions, and waits for a revision."""

    def __init__(self, url):
        self.changed = threading.Condition()
        self.updates = 0
        notifications = NotificationCenter()
        notifications.add_notification_listener(
            NotificationTypes.OPTIMIZELY_CONFIG_UPDATE, self.update)
        # Without a blocking timeout: wait calls get_config while it holds the lock that the polling
        # thread needs for its notification (deadlock).
        self.poller = Poller(
            self.changed, url=url, update_interval=INTERVAL, blocking_timeout=0,
            notification_center=notifications)
        self.client = decisions.client(
            config_manager=self.poller, notification_center=notifications)

    def update(self, *arguments):
        with self.changed:
            self.updates += 1
            self.changed.notify_all()

    def wait(self, condition):
        with self.changed:
            return self.changed.wait_for(condition, TIMEOUT)

    def has(self, revision):
        config = self.poller.get_config()
        return config is not None and config.get_revision() == revision

    def poll_unchanged(self):
        """Waits for a request that begins and ends after the current revision was received."""
        count = self.poller.requests
        return self.wait(lambda: self.poller.requests >= count + 2)


def differences(watch, step):
    if not watch.wait(lambda: watch.has(step["revision"])):
        return [f"the SDK does not receive the revision {step['revision']}"]
    return decisions.differences(watch.client, step["expectations"])


def main(url, steps):
    logging.disable(logging.CRITICAL)
    watch = Watch(url)
    count = total = failures = 0
    while True:
        response = requests.get(steps, timeout=TIMEOUT)
        if not response.content:
            break
        step = response.json()
        for line in differences(watch, step):
            failures += 1
            print(f"{step['name']}: {line}")
        count += 1
        total += len(step["expectations"])
    if not watch.poll_unchanged():
        failures += 1
        print("the SDK has stopped to poll")
    watch.poller.stop()
    print(f"{count} steps, {total} decisions, {watch.updates} updates")
    return 1 if failures else 0


sys.exit(main(sys.argv[1], sys.argv[2]))
