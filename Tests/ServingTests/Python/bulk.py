"""Requests all flags twice with the library requests, and prints the results.

    python3 bulk.py URL USER

The second request has the entity tag of the first one. Prints the status and the number of flags of the
first response, and the status and the number of bytes of the second one.
"""

import sys

import requests


def main(url, user):
    body = {"context": {"targetingKey": user}}
    first = requests.post(url, json=body, timeout=600)
    headers = {"If-None-Match": first.headers["ETag"]}
    second = requests.post(url, json=body, headers=headers, timeout=600)
    print(first.status_code, len(first.json()["flags"]), second.status_code, len(second.content))


main(sys.argv[1], sys.argv[2])
