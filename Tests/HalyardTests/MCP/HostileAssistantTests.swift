import Documents
import FlagSystem
import Foundation
import Glibc
import TestSupport
import Testing

@testable import halyard

/// Tests that no client can crash `halyard mcp`, fill its memory or keep it alive.
@Suite(.tags(.timed), .timeLimit(.minutes(5)))
struct HostileAssistantTests {
  private static func peakMemory(_ client: AssistantClient) -> Int {
    ProgramRun.peakMemory(of: client.process.processIdentifier) ?? .max
  }

  @Test(arguments: ["[", #"{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":""#])
  func `a line of 10 MB is refused once, and skipped to its end`(start: String) throws {
    let client = try AssistantClient(try Tester())
    try client.send(start + String(repeating: "[", count: 10_000_000) + "\n")
    #expect(try client.receive()?["error"]?["code"] == -32600)
    #expect(try client.request("ping")["result"] == [:])
    #expect(Self.peakMemory(client) < 120 << 20)
    #expect(try client.timedEnd().time < .seconds(2))
  }

  @Test func `a message with millions of values is refused`() throws {
    let client = try AssistantClient(try Tester())
    let values = String(repeating: "1,", count: 1_500_000)
    try client.send(
      #"{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":[\#(values)1]}}"# + "\n"
    )
    #expect(try client.receive()?["error"]?["code"] == -32700)
    #expect(Self.peakMemory(client) < 160 << 20)
  }

  @Test func `of 10,000 calls at once, those that find no place are refused`() throws {
    let client = try AssistantClient(try Tester())
    let count = 10_000
    let call: JSONValue = ["name": "list_features", "arguments": ["limit": 1]]
    // A thread of its own reads, because a client that reads nothing is not served.
    let requests = (1...count).map { id -> JSONValue in
      ["jsonrpc": "2.0", "id": .integer(id + 10), "method": "tools/call", "params": call]
    }
    for part in stride(from: 0, to: count, by: 100) {
      try client.send(requests[part..<part + 100].map { $0.text() + "\n" }.joined())
    }
    var (results, refusals) = (0, 0)
    while results + refusals < count, let message = try client.receive() {
      if message["result"] != nil { results += 1 }
      if message["error"]?["code"] == -32000 { refusals += 1 }
    }
    #expect(results + refusals == count && results >= 100 && refusals > 0)
    #expect(Self.peakMemory(client) < 120 << 20)
    #expect(try client.timedEnd().time < .seconds(2))
  }

  @Test func `a client that reads nothing does not fill the memory, and cannot delay the end`()
    throws
  {
    let client = try AssistantClient(try Tester())
    let list = #"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"# + "\n"
    // Less than the pipe takes, so that the write does not block; the responses are 20 MB.
    try client.send(String(repeating: list, count: 1_200))
    let (code, time) = try client.timedEnd()
    #expect(code == 0 && time < .seconds(2), "\(time)")
  }

  @Test func `half a message and silence end with the input`() throws {
    let client = try AssistantClient(try Tester())
    try client.send(#"{"jsonrpc":"2.0","id":1,"meth"#)
    #expect(try client.timedEnd().time < .seconds(2))
    #expect(try client.receive()?["error"]?["code"] == -32700)
  }

  @Test func `a closed output ends the program`() throws {
    let client = try AssistantClient(try Tester())
    try client.closeOutput()
    client.process.waitUntilExit()
    #expect(client.process.terminationStatus == 0)
  }

  @Test func `the end of the input ends a call that runs, with its processes`() throws {
    let tester = try Tester()
    let client = try AssistantClient(tester, "--allow", "all")
    let script = "echo $$ > pid; exec sleep 1000"
    _ = try client.send(
      "tools/call",
      [
        "name": "run_with_preset", "arguments": ["command": ["sh", "-c", .string(script)]],
        "_meta": ["progressToken": 1],
      ]
    )
    #expect(try client.receive()?["method"] == "notifications/progress")
    let pid = try #require(Int32(try tester.folder.read("pid").split(separator: "\n")[0]))
    let (code, time) = try client.timedEnd()
    #expect(code == 0 && time < .seconds(2), "\(time)")
    #expect(kill(pid, 0) != 0)
  }

  @Test(arguments: [SIGTERM, SIGINT]) func `a signal ends the program with its calls`(signal: Int32)
    throws
  {
    let client = try AssistantClient(try Tester(), "--allow", "all")
    _ = try client.send(
      "tools/call",
      [
        "name": "run_with_preset", "arguments": ["command": ["sleep", "1000"]],
        "_meta": ["progressToken": 1],
      ]
    )
    _ = try client.receive()
    kill(client.process.processIdentifier, signal)
    client.process.waitUntilExit()
    #expect(client.process.terminationStatus == signal)
  }

  @Test func `a kill in the middle of changes loses no change that was acknowledged`() throws {
    let tester = try Tester()
    for _ in 0..<(Effort.isFull ? 20 : 3) {
      let client = try AssistantClient(tester)
      var acknowledged = 0
      for number in 1...Int.random(in: 1...6) {
        let result = try client.call(
          "override_feature",
          [
            "feature": "New Cart", "state": number % 2 == 0 ? "on" : "off",
            "note": .string("n\(number)"),
          ]
        )
        #expect(!result.isError)
        acknowledged = number
      }
      let next: JSONValue = ["feature": "Layout", "value": "Green", "note": "unacknowledged"]
      _ = try client.send("tools/call", ["name": "override_feature", "arguments": next])
      kill(client.process.processIdentifier, SIGKILL)
      client.process.waitUntilExit()
      let shown = JSONValue(
        parsing: try tester.halyard("show", "New Cart", "--json", "-s", tester.file).output
      )
      #expect(shown?.at("override.note") == "n\(acknowledged)")
      #expect(shown?["override"]?["until"] != nil)
    }
  }

  @Test func `two clients and the command line change one workspace at once`() throws {
    let tester = try Tester()
    let clients = try ["one", "two"].map { try AssistantClient(tester, name: $0) }
    for number in 1...3 {
      let ids = try clients.map { client in
        try client.send(
          "tools/call",
          [
            "name": "override_feature",
            "arguments": ["feature": "New Cart", "state": "on", "note": .string("\(number)")],
          ]
        )
      }
      #expect(try tester.halyard("enable", "Gold theme", "-s", tester.file).exitCode == 0)
      for (client, id) in zip(clients, ids) {
        #expect(try client.receive(responseTo: id)["result"]?["isError"] == false)
      }
    }
    let history = try clients[0].call("list_history", ["limit": 200])
    #expect(
      history.text.contains("assistant via one") && history.text.contains("assistant via two")
    )
  }
}

extension AssistantClient {
  /// Closes the input, and returns the exit code and the time until the end.
  fileprivate func timedEnd() throws -> (code: Int32, time: Duration) {
    let start = ContinuousClock.now
    return (try end(), start.duration(to: .now))
  }
}
