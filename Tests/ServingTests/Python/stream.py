"""Follows the features of a server by the event stream of GrowthBook's SDK, over restarts of the server.

    python3 stream.py SERVER_URL STEPS_URL

Each request for STEPS_URL changes the features, and can restart the server. The response is an object with
"flag" and "value"; an empty response ends the program. For each step, the program waits until the SDK, which
does not poll, has the value. Prints the number of steps; the exit code is 1 if a change is lost.
"""

import asyncio
import json
import logging
import sys
import urllib.request

TIMEOUT = 60


def fetch(url):
    # Without the proxy of the environment.
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(url, timeout=600) as response:
        return response.read()


async def follow(url, steps):
    from growthbook import FeatureRefreshStrategy, GrowthBookClient, Options, UserContext

    client = GrowthBookClient(Options(
        api_host=url, client_key="sdk-any", cache_ttl=24 * 3600,
        refresh_strategy=FeatureRefreshStrategy.SERVER_SENT_EVENTS))
    assert await client.initialize()
    user = UserContext(attributes={"id": "a"})
    loop = asyncio.get_running_loop()
    count = 0
    # The steps are requested by another thread, so that the stream is read meanwhile.
    while response := await loop.run_in_executor(None, fetch, steps):
        step = json.loads(response)
        end = loop.time() + TIMEOUT
        while (value := (await client.eval_feature(step["flag"], user)).value) != step["value"]:
            if loop.time() > end:
                print(f"step {count + 1}: found {value}, expected {step['value']}")
                return 1
            await asyncio.sleep(0.02)
        count += 1
    await client.close()
    print(f"{count} steps")
    return 0


logging.disable(logging.CRITICAL)
sys.exit(asyncio.run(follow(sys.argv[1], sys.argv[2])))
