import Documents
import FeatureFlags
import Frame
import Networking
import ScreenTestSupport
import TestSupport
import Testing

@testable import halyard

/// Tests the server inside the dashboard: a key press reaches a client, and the screen shows clients.
@Suite(.tags(.timed))
struct ServedDashboardTests {
  private static let client: HTTPClient = {
    var configuration = HTTPClient.Configuration()
    configuration.proxy = .none
    return HTTPClient(configuration: configuration)
  }()

  /// Returns a port of the loopback interface that no server uses now.
  private static func freePort() throws -> UInt16 {
    let server = try LocalServer { _ in .text("") }
    return server.port
  }

  private static func value(of key: String, port: UInt16) async throws -> Bool? {
    var request = HTTPRequest(url: "http://127.0.0.1:\(port)/ofrep/v1/evaluate/flags/\(key)")
    request.method = "POST"
    request.headers["User-Agent"] = "openfeature-tests/1.0"
    request.body = Array(#"{"context":{"targetingKey":"ben","plan":"gold"}}"#.utf8)
    let response = try await client.send(request)
    return try JSONReader.read(response.body, as: .json)["value"]?.bool
  }

  @Test func `an override by a key press reaches a client's event stream within milliseconds`()
    async throws
  {
    let tester = try Tester()
    let session = try await TerminalSession(
      size: Size(columns: 120, rows: 32),
      environment: tester.environment
    )
    let program = ProgramRun.path(of: "halyard")
    try session.enter("\(program) \(tester.file) --serve=0")
    // The port is in the header of the screen.
    let screen = try await session.wait { $0.contains("⇄ ") }
    let port = try #require(screen.text(after: "⇄ ", until: " ").flatMap { UInt16($0) })
    try session.type("/New Cart")
    try session.press("Enter")
    var request = HTTPRequest(url: "http://127.0.0.1:\(port)/ofrep/v1/events")
    request.deadline = nil
    var lines = try await Self.client.stream(request).lines.makeAsyncIterator()
    let flips = Effort.isFull ? 200 : 10
    var times: [Duration] = []
    for flip in 1...flips {
      let start = ContinuousClock.now
      try session.press("Space")
      while let line = try await lines.next(isolation: nil), !line.hasPrefix("data:") {}
      let value = try await Self.value(of: "New%20Cart", port: port)
      times.append(start.duration(to: .now))
      #expect(value == !flip.isMultiple(of: 2))
    }
    // The measured time includes the time that tmux needs to send the key.
    #expect(times.sorted()[flips / 2] < .milliseconds(Effort.isFull ? 60 : 1_000))
    try session.type("4")
    try await session.wait { $0.contains("New Cart") && $0.contains("ben") }
    try session.press("q")
  }

  @Test func `H starts the server and stops it, and so does the end of the dashboard`() async throws
  {
    let port = try Self.freePort()
    let tester = try Tester()
    let session = try await TerminalSession(
      size: Size(columns: 120, rows: 32),
      environment: tester.environment
    )
    let command = "\(ProgramRun.path(of: "halyard")) \(tester.file) --listen 127.0.0.1:\(port)"
    try session.enter(command)
    try await session.wait(for: "q quit")
    await #expect(throws: HTTPError.self) { try await Self.value(of: "New%20Cart", port: port) }
    for _ in 1...2 {
      try session.type("H")
      try await session.wait { $0.contains("http://127.0.0.1:\(port) now.") }
      #expect(try await Self.value(of: "New%20Cart", port: port) == false)
      #expect(try await session.wait(for: "⇄ \(port) · 1 client").contains("⇄"))
      try session.type("H")
      try await session.wait { $0.contains("The server has stopped.") && !$0.contains("⇄") }
      await #expect(throws: HTTPError.self) { try await Self.value(of: "New%20Cart", port: port) }
    }
    try session.type("H")
    try await session.wait(for: "⇄ \(port)")
    try session.type("q")
    try await session.wait { !$0.contains("⇄") }
    await #expect(throws: HTTPError.self) { try await Self.value(of: "New%20Cart", port: port) }
  }

  @Test func `a port in use is a message, and the dashboard goes on`() async throws {
    let other = try LocalServer { _ in .text("") }
    let tester = try Tester()
    let session = try await TerminalSession(environment: tester.environment)
    let program = ProgramRun.path(of: "halyard")
    try session.enter("\(program) \(tester.file) --listen 127.0.0.1:\(other.port)")
    try await session.wait(for: "q quit")
    try session.type("H")
    let screen = try await session.wait(for: "The server cannot start: ")
    #expect(screen.contains("127.0.0.1:\(other.port): Address already"))
    try session.type("4")
    try await session.wait(for: "H starts one for apps in any language.")
    try session.type("q")
    withExtendedLifetime(other) {}
  }
}
