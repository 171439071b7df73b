"""Calls every tool of `halyard mcp` with the client of the protocol for Python.

Usage: assist.py PROGRAM FOLDER. The folder has Features.json and code/Cart.swift.
"""

import asyncio
import random
import sys

import anyio
from mcp import Client, StdioServerParameters
from mcp_types import Implementation

PROGRAM, FOLDER = sys.argv[1], sys.argv[2]
CALLS = [
    ("list_features", {"limit": 2}),
    ("show_feature", {"feature": "CTA colour", "user": "ana", "code": ["code"]}),
    ("explain_result", {"feature": "CTA colour", "user": "ana"}),
    ("override_feature", {"feature": "New Cart", "state": "on", "note": "try"}),
    ("reset_overrides", {"feature": "New Cart"}),
    ("override_feature", {"feature": "Layout", "value": "Green", "note": "try", "session": True}),
    ("undo_change", {}),
    ("list_history", {}),
    ("compare_configurations", {"from": "Features.json"}),
    ("check_configuration", {"code": ["code"]}),
    ("find_usages", {"code": ["code"]}),
    ("find_stale_features", {"code": ["code"]}),
    ("run_with_preset", {"command": ["echo", "hi"], "overrides": {"New Cart": True}}),
    ("simulate_split", {"users": 100}),
]


def client(mode, name="tester"):
    server = StdioServerParameters(
        command=PROGRAM,
        args=["mcp", "Features.json", "--allow", "all"],
        env={"HALYARD_HOME": FOLDER + "/home"},
        cwd=FOLDER,
    )
    return Client(server, mode=mode, client_info=Implementation(name=name, version="1"))


def invalid(schema, randomness):
    """Arguments that do not conform to the schema of a tool."""
    properties = schema["properties"]
    name = randomness.choice(sorted(properties) + ["unknown"])
    kind = properties.get(name, {}).get("type")
    if name == "value" or kind == "object":
        name = "unknown"
    value = {"integer": "x", "array": "x", "boolean": 1}.get(kind, ["x"])
    if kind == "string":
        value = randomness.choice([1, 2.5, {}, [], "a\0b", "x" * 2000])
    return {name: value}


async def call_all(mode):
    async with client(mode) as session:
        tools = {tool.name: tool for tool in (await session.list_tools()).tools}
        for name, arguments in CALLS:
            # The client checks the structured content against the schema of the tool.
            result = await session.call_tool(name, arguments)
            assert not result.is_error, (name, result.content)
            assert result.structured_content["notice"], name
        missing = await session.call_tool("show_requests", {"summary": "none"})
        assert missing.is_error
        assert set(tools) == {name for name, _ in CALLS} | {"show_requests"}
        randomness = random.Random(1)
        for _ in range(200):
            name = randomness.choice(sorted(tools))
            arguments = invalid(tools[name].input_schema, randomness)
            result = await session.call_tool(name, arguments)
            assert result.is_error and "found" in result.content[0].text, (name, arguments)
        with anyio.move_on_after(0.5):
            await session.call_tool("run_with_preset", {"command": ["sleep", "100"]})
        assert (await session.read_resource("halyard://feature/New%20Cart")).contents
        assert len((await session.list_resources()).resources) == 2


async def conversations():
    """The examples of docs/assistants.md."""
    async with client("auto", "one") as one, client("legacy", "two") as two:
        ana = {"feature": "New Cart", "user": "ana"}
        before = await one.call_tool("explain_result", ana)
        assert before.structured_content["explanation"]["enabled"] is False
        forced = {"feature": "New Cart", "state": "on", "only": "ana", "note": "bug of ana"}
        await one.call_tool("override_feature", forced)
        after = await two.call_tool("explain_result", ana)
        assert after.structured_content["explanation"]["enabled"] is True
        await one.call_tool("undo_change", {})
        script = "curl -s -X POST $OFREP_ENDPOINT/ofrep/v1/evaluate/flags/CTA%20colour -d '{\"context\":{}}'"
        test = {"command": ["sh", "-c", script], "overrides": {"CTA colour": "Group B"}}
        run = (await one.call_tool("run_with_preset", test)).structured_content
        assert run["exitCode"] == 0 and run["requests"][0]["result"] == "Group B", run
        session = {"feature": "CTA colour", "value": "Group A", "session": True, "note": "test"}
        await two.call_tool("override_feature", session)
        assert (await two.call_tool("reset_overrides", {})).structured_content["total"] == 1
        stale = await one.call_tool("find_stale_features", {"code": ["code"]})
        names = [feature["name"] for feature in stale.structured_content["features"]]
        assert "Gold theme" in names
        usages = await one.call_tool("find_usages", {"code": ["code"]})
        assert usages.structured_content["usages"][0]["line"] == 1
        await one.call_tool("override_feature", {"feature": "Layout", "value": "Red", "note": "stays"})
        await one.call_tool("undo_change", {})
        left = await two.call_tool("list_features", {"overridden": True})
        assert left.structured_content["total"] == 0
        history = await two.call_tool("list_history", {"limit": 200})
        authors = {entry["by"] for entry in history.structured_content["operations"]}
        assert {"assistant via one", "assistant via two"} <= authors, authors


for mode in ["legacy", "auto"]:
    asyncio.run(call_all(mode))
asyncio.run(conversations())
print("done")
