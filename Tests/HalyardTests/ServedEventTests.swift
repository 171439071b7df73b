import Files
import Networking
import TestSupport
import Testing

/// Tests the memory of `halyard serve` while SDKs post large bodies.
@Suite(.timeLimit(.minutes(20)))
struct ServedEventTests {
  private static let document = """
    {"flags": {"cart": {"on": true, "variations": [true, false], "fallthrough": {"variation": 0}}}}
    """

  /// Returns about 1 MB of events: counts of unknown flags, and single evaluations of different users.
  private static func events(_ number: Int) -> [UInt8] {
    let note = String(repeating: "n", count: 2_000)
    let counters = #"{"counters": [{"variation": 0, "value": true, "count": 3}]}"#
    let features = (0..<2_000).map { #""flag \#(number) \#($0)": \#(counters)"# }
    let evaluations = (0..<380).map { user in
      #"{"kind": "feature", "key": "cart", "variation": 0, "value": true, "context": "#
        + #"{"kind": "user", "key": "user \#(number) \#(user)", "note": "\#(note)"}}"#
    }
    let summary = #"{"kind": "summary", "features": {\#(features.joined(separator: ","))}}"#
    return Array("[\(([summary] + evaluations).joined(separator: ","))]".utf8)
  }

  /// Waits for the URL in the output of `halyard serve --json`.
  private static func url(in output: String, of server: ProbeProcess) async throws -> String {
    while true {
      try #require(server.isRunning)
      let text = String(decoding: try FileSystem.read(output), as: UTF8.self)
      if let url = text.text(after: "\"url\":\"", until: "\"") { return url }
      try await Task.sleep(for: .milliseconds(5))
    }
  }

  @Test func `posts of 1 MB of events do not grow the memory of the program`() async throws {
    let tester = try Tester(configuration: Self.document)
    let output = tester.folder.path(of: "output.txt")
    let server = try ProbeProcess(
      ["serve", "--json", "--listen", "0", tester.file],
      of: "halyard",
      output: output,
      environment: tester.environment.map { "\($0)=\($1)" }
    )
    defer {
      server.kill()
      _ = server.wait()
    }
    let url = try await Self.url(in: output, of: server)
    var configuration = HTTPClient.Configuration()
    configuration.proxy = .none
    let client = HTTPClient(configuration: configuration)
    func post(_ numbers: Range<Int>) async throws -> Int {
      for number in numbers {
        var request = HTTPRequest(url: url + "/bulk", method: "POST")
        request.body = Self.events(number)
        request.deadline = .seconds(600)
        request.idleLimit = .seconds(600)
        #expect((900_000...1_000_000).contains(request.body?.count ?? 0))
        #expect(try await client.send(request).status == 202)
      }
      return try #require(ProgramRun.peakMemory(of: server.number))
    }
    let before = try await post(0..<20)
    let after = try await post(20..<(Effort.isFull ? 500 : 100))
    #expect(after - before < 24 << 20, "from \(before >> 20) to \(after >> 20) MiB")
  }
}
