import Documents
import FeatureFlags
import Frame
import Networking
import ScreenTestSupport
import TestSupport
import Testing

@testable import halyard

/// Tests the command `serve`, and the server inside the dashboard, with real clients.
struct ServeTests {
  private static let client: HTTPClient = {
    var configuration = HTTPClient.Configuration()
    configuration.proxy = .none
    return HTTPClient(configuration: configuration)
  }()

  /// Runs `halyard serve --json` on a free port until the test ends.
  private struct RunningServer {
    let session: TerminalSession
    let url: String

    /// Starts the command in a terminal, and waits for the line with its URL.
    init(_ tester: Tester, _ arguments: String = "") async throws {
      session = try await TerminalSession(
        size: Size(columns: 400, rows: 30),
        environment: tester.environment
      )
      let program = ProgramRun.path(of: "halyard")
      try session.enter("\(program) serve --json --listen 0 \(tester.file) \(arguments)")
      let screen = try await session.wait { $0.contains("\"event\":\"listening\"") }
      url = try #require(screen.text(after: "\"url\":\"", until: "\""))
    }
  }

  private static func evaluate(
    _ key: String,
    at url: String,
    headers: HTTPHeaders = [:]
  ) async throws -> HTTPResponse {
    var request = HTTPRequest(url: "\(url)/ofrep/v1/evaluate/flags/\(key)")
    request.method = "POST"
    request.headers = headers
    request.body = Array(#"{"context":{"targetingKey":"ana"}}"#.utf8)
    return try await client.send(request)
  }

  @Test func `serve sends no flags to LaunchDarkly SDKs after the served file has become empty`()
    async throws
  {
    let flag = #"{"on": true, "variations": [1, 2], "fallthrough": {"variation": 0}}"#
    let tester = try Tester(configuration: #"{"flags": {"f": \#(flag)}}"#)
    let server = try await RunningServer(tester)
    try tester.folder.write(#"{"flags": {}}"#, to: "Features.json")
    try await server.session.wait { $0.contains("\"event\":\"changed\"") }
    let response = try await Self.client.send(HTTPRequest(url: "\(server.url)/sdk/latest-all"))
    #expect(response.status == 200)
    let body = String(decoding: response.body, as: UTF8.self)
    #expect(body.filter { $0 != " " }.contains(#""flags":{}"#))
  }

  @Test func `serve --json prints its address, changes and evaluations until a signal ends it`()
    async throws
  {
    let tester = try Tester()
    let server = try await RunningServer(tester)
    let before = try await Self.evaluate("New%20Cart", at: server.url)
    #expect(String(decoding: before.body, as: UTF8.self).contains("\"value\":false"))
    #expect(try tester.halyard("enable", "New Cart", "-s", tester.file).exitCode == 0)
    try await server.session.wait {
      $0.contains("\"event\":\"changed\",\"cause\":\"override\",\"features\":[\"New Cart\"]")
    }
    let after = try await Self.evaluate("New%20Cart", at: server.url)
    #expect(String(decoding: after.body, as: UTF8.self).contains("\"value\":true"))
    try await server.session.wait {
      $0.contains("\"key\":\"New Cart\",\"result\":\"true\",\"overridden\":true")
    }
    try server.session.press("C-c")
    try server.session.enter("echo ended $?")
    try await server.session.wait { $0.contains("ended 130") }
  }

  @Test func `serve prints the environment variables for clients, but not the token`() async throws
  {
    let tester = try Tester()
    try tester.folder.write("a-secret-token\n", to: "token.txt")
    let session = try await TerminalSession(
      size: Size(columns: 200, rows: 30),
      environment: tester.environment
    )
    let path = tester.folder.path(of: "token.txt")
    let program = ProgramRun.path(of: "halyard")
    try session.enter("\(program) serve --listen 0 --token-file \(path) \(tester.file)")
    let screen = try await session.wait { $0.contains("OFREP_TIMEOUT_MS=10000") }
    #expect(screen.contains("Serving \(tester.file) on http://127.0.0.1:"))
    #expect(screen.contains("export OFREP_ENDPOINT=http://127.0.0.1:"))
    #expect(screen.contains("export OFREP_HEADERS=\"Authorization=Bearer%20$(cat '\(path)')\""))
    #expect(!screen.contains("a-secret-token"))
    let url = try #require(screen.text(after: "OFREP_ENDPOINT=", until: "\n")?.trimmed)
    #expect(try await Self.evaluate("Layout", at: url).status == 401)
    let headers: HTTPHeaders = ["Authorization": "Bearer a-secret-token"]
    #expect(try await Self.evaluate("Layout", at: url, headers: headers).status == 200)
  }

  @Test(
    arguments: [
      (["--listen", "0.0.0.0:0"], 64, "expected --token-file FILE, or --no-token"),
      (["--listen", "nowhere"], 64, "expected HOST:PORT"),
      (["--listen", ""], 64, "expected HOST:PORT"),
      (["--allow-host", "http://flags.test"], 64, "expected a host name such as flags.test"),
      (["--allow-host", "flags.test:80"], 64, "expected a host name such as flags.test"),
      (["--tls-key", "key.pem"], 64, "--tls-key expects --tls-certificate FILE too"),
      (["--token-file", "missing.txt"], 65, "missing.txt"),
      (["--token-file", "short.txt"], 64, "at least 8 visible ASCII characters"),
      (
        ["--tls-certificate", "short.txt", "--tls-key", "short.txt"], 64,
        "the TLS certificate or its key cannot be used"
      ),
    ] as [([String], Int32, String)]
  )
  func `serve with an invalid option or an unusable file exits with an error`(
    arguments: [String],
    code: Int32,
    message: String
  ) throws {
    let tester = try Tester()
    try tester.folder.write("short", to: "short.txt")
    let run = try tester.halyard(["serve", tester.file] + arguments)
    #expect(run.exitCode == code)
    #expect(run.errors.contains(message))
    #expect(run.output.isEmpty)
  }

  @Test func `an address that is in use ends serve and the dashboard with an error`()
    async throws
  {
    let tester = try Tester()
    let other = try LocalServer { _ in .text("") }
    for arguments in [
      ["serve", tester.file, "--listen", "127.0.0.1:\(other.port)"],
      [tester.file, "--serve=127.0.0.1:\(other.port)"],
    ] {
      let run = try tester.halyard(arguments)
      #expect(run.exitCode == ExitCode.unavailable)
      #expect(run.errors.contains("cannot listen on 127.0.0.1:\(other.port): Address already"))
    }
  }

  @Test func `the dashboard rejects options of the server without --serve`() throws {
    let run = try Tester().halyard("--no-token")
    #expect(run.exitCode == ExitCode.usage)
    #expect(run.errors.contains("--no-token expects --serve too, or --listen"))
  }
}

extension String {
  /// The text between two marks; `nil` if one of them is missing.
  func text(after start: String, until end: String) -> String? {
    guard let from = firstRange(of: start)?.upperBound,
      let to = self[from...].firstRange(of: end)?.lowerBound
    else { return nil }
    return String(self[from..<to])
  }
}
