import Documents
import FlagSystem
import Glibc
import TestSupport
import Testing

@testable import halyard

/// Tests the messages of `halyard mcp` with the real program over pipes.
@Suite(.timeLimit(.minutes(5)))
struct AssistantProtocolTests {
  @Test(
    arguments: [
      ("2024-11-05", "2025-11-25"), ("2025-06-18", "2025-06-18"), ("2025-11-25", "2025-11-25"),
      ("2026-07-28", "2025-11-25"), ("1.0", "2025-11-25"),
    ]
  )
  func `the handshake selects the version of the client, or else the latest one`(
    requested: String,
    expected: String
  ) throws {
    let client = try AssistantClient(try Tester(), version: nil)
    let response = try client.request("initialize", ["protocolVersion": .string(requested)])
    #expect(response["result"]?["protocolVersion"] == .string(expected))
    #expect(response["result"]?["capabilities"] == ["tools": [:], "resources": [:]])
    #expect(try client.end() == 0)
  }

  @Test func `a request before the handshake is an error, except ping`() throws {
    let client = try AssistantClient(try Tester(), version: nil)
    #expect(try client.request("ping")["result"] == [:])
    #expect(try client.request("tools/list")["error"]?["code"] == -32600)
    #expect(try client.request("nothing")["error"]?["code"] == -32600)
  }

  @Test func `a stateless request names its version and its client, and needs no handshake`()
    throws
  {
    let tester = try Tester()
    let client = try AssistantClient(tester, version: nil)
    func meta(_ version: String) -> JSONValue {
      [
        "io.modelcontextprotocol/protocolVersion": .string(version),
        "io.modelcontextprotocol/clientInfo": ["name": "other", "version": "2"],
        "io.modelcontextprotocol/clientCapabilities": [:],
      ]
    }
    let found = try client.request("server/discover", ["_meta": meta("2026-07-28")])
    #expect(found["result"]?["supportedVersions"]?.list?.count == 3)
    #expect(found["result"]?["resultType"] == "complete")
    let call = try client.request(
      "tools/call",
      [
        "_meta": meta("2026-07-28"), "name": "override_feature",
        "arguments": ["feature": "New Cart", "state": "on", "note": "try"],
      ]
    )
    #expect(call["result"]?["isError"] == false)
    #expect(try tester.halyard("history", "-s", tester.file).output.contains("assistant via other"))
    let other = try client.request("tools/list", ["_meta": meta("2030-01-01")])
    #expect(other["error"]?["code"] == -32022)
    #expect(other["error"]?["data"]?["requested"] == "2030-01-01")
  }

  @Test func `a malformed message is answered by an error, and the next one is served`() throws {
    let messages: [(text: String, code: Int)] = [
      ("{", -32700), ("\u{FEFF}x", -32700), (String(repeating: "[", count: 100_000), -32700),
      (#"{"a":"# + String(repeating: "[", count: 65), -32700),
      (#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, -32600), ("1", -32600),
      ("null", -32600), (#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, -32600),
      (#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, -32600),
      (#"{"jsonrpc":"2.0","id":1,"method":"ping","params":"x"}"#, -32600),
      (#"{"jsonrpc":"2.0","id":1,"method":"resources/subscribe"}"#, -32601),
      (#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x"}}"#, -32602),
      (#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"x"}}"#, -32602),
      (#"{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"file:///"}}"#, -32002),
    ]
    let client = try AssistantClient(try Tester())
    for (text, code) in messages {
      try client.send(text + "\n")
      let response = try client.receive()
      #expect(response?["error"]?["code"]?.integer == code, "\(text.prefix(80))")
    }
    try client.send("\n  \n" + #"{"jsonrpc":"2.0","id":9,"result":{}}"# + "\n")
    #expect(try client.request("ping")["result"] == [:])
  }

  @Test func `the last line is a message even without a line feed, and is answered before the end`()
    throws
  {
    let client = try AssistantClient(try Tester())
    try client.send(
      #"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"list_features"}}"#
    )
    let code = try client.end()
    #expect(try client.receive()?["result"]?["isError"] == false)
    #expect(code == 0)
  }

  @Test func `a long call reports its progress, and is cancelled without a response`() throws {
    let client = try AssistantClient(try Tester(), "--allow", "all")
    let id = try client.send(
      "tools/call",
      [
        "name": "run_with_preset", "arguments": ["command": ["sleep", "1000"]],
        "_meta": ["progressToken": "token"],
      ]
    )
    let progress = try client.receive()
    #expect(progress?["method"] == "notifications/progress")
    #expect(progress?["params"]?["progressToken"] == "token")
    try client.send([
      "jsonrpc": "2.0", "method": "notifications/cancelled", "params": ["requestId": .integer(id)],
    ])
    #expect(try client.call("list_features", ["limit": 1])["total"] == 4)
    #expect(try client.end() == 0)
    #expect(try client.receive() == nil)
  }

  @Test func `a call that takes longer than its time is ended, and says so`() throws {
    let client = try AssistantClient(try Tester(), "--allow", "run_with_preset")
    let result = try client.call("run_with_preset", ["command": ["sleep", "1000"], "seconds": 1])
    #expect(result.isError && result.text.contains("the call has taken more than 1s"))
  }

  @Test func `the tools have schemas and annotations, and --read-only offers none that changes`()
    throws
  {
    let client = try AssistantClient(try Tester(), "--read-only")
    let tools = try #require(try client.request("tools/list")["result"]?["tools"]?.list)
    #expect(tools.allSatisfy { $0["annotations"]?["readOnlyHint"] == true })
    #expect(tools.allSatisfy { $0["inputSchema"]?["type"] == "object" })
    #expect(tools.allSatisfy { $0["outputSchema"]?["properties"]?["notice"] != nil })
    let names = AssistantTool.all.filter { $0.effect == .none }.map(\.name)
    #expect(tools.compactMap { $0["name"]?.string } == names)
    let call = try client.request("tools/call", ["name": "reset_overrides"])
    #expect(call["error"]?["code"] == -32602)
  }

  @Test func `--allow selects the tools, of which all but run_with_preset are the default`() throws
  {
    func names(_ arguments: [String]) throws -> [String] {
      let arguments = try Arguments(
        ["mcp"] + arguments,
        commands: CommandTable.all,
        environment: .current([:])
      )
      return try arguments.allowedTools().map(\.name)
    }
    let all = AssistantTool.all.map(\.name)
    #expect(try names([]) == all.filter { $0 != "run_with_preset" })
    #expect(try names(["--allow", "all"]) == all)
    #expect(
      try names(["--allow", "undo_change, list_features"]) == ["list_features", "undo_change"]
    )
    #expect(throws: Failure.self) { try names(["--allow", "list_feature"]) }
    #expect(throws: Failure.self) { try names(["--allow", "undo_change", "--read-only"]) }
  }

  @Test func `the resources are the configuration, the history and each feature`() throws {
    let tester = try Tester()
    #expect(try tester.halyard("enable", "New Cart", "-s", tester.file).exitCode == 0)
    let client = try AssistantClient(tester)
    let list = try client.request("resources/list")["result"]?["resources"]?.list
    let uris = (list ?? []).compactMap { $0["uri"]?.string }
    #expect(uris == ["halyard://configuration", "halyard://history"])
    let templates = try client.request("resources/templates/list")["result"]
    #expect(templates?["resourceTemplates"]?.list?.count == 1)
    for (uri, command) in zip(
      uris + ["halyard://feature/new%20cart"],
      [["list", "--json"], ["history", "--json"], ["show", "New Cart", "--json"]]
    ) {
      let result = try client.request("resources/read", ["uri": .string(uri)])["result"]
      let text = result?["contents"]?.list?.first?["text"]?.string ?? ""
      let expected = try tester.halyard(command + ["-s", tester.file]).output
      #expect(JSONValue(parsing: text) == JSONValue(parsing: expected), "\(uri)")
    }
    let unknown = try client.request("resources/read", ["uri": "halyard://feature/none"])
    let message = unknown["error"]?["message"]?.string ?? ""
    #expect(message.contains(#"no feature is named "none""#), "\(message)")
  }
}
