import Documents
import FeatureFlags
import Files
import Frame
import Networking
import ScreenTestSupport
import TestSupport
import Testing

@testable import halyard

/// Tests `halyard user set` with real servers.
struct UserCommandTests {
  private static let configuration = #"""
    { "flags": { "gold": { "state": "ENABLED", "variants": { "on": true, "off": false },
      "defaultVariant": "off", "targeting": { "if": [
        { "and": [{ "==": [{ "var": "plan" }, "gold"] }, { "==": [{ "var": "targetingKey" }, "ana"] }] },
        "on", "off"] } } } }
    """#

  private static let client: HTTPClient = {
    var configuration = HTTPClient.Configuration()
    configuration.proxy = .none
    return HTTPClient(configuration: configuration)
  }()

  /// Starts a server in a terminal; returns the terminal and the URL.
  private static func serve(
    _ tester: Tester,
    _ options: String
  ) async throws -> (session: TerminalSession, url: String) {
    let session = try await TerminalSession(
      size: Size(columns: 400, rows: 30),
      environment: tester.environment
    )
    let program = ProgramRun.path(of: "halyard")
    try session.enter("\(program) serve --listen 0 \(tester.file) --format flagd \(options)")
    let screen = try await session.wait { $0.contains("127.0.0.1:") }
    let port = try #require(screen.text(after: "http://127.0.0.1:", until: "\n"))
    return (session, "http://127.0.0.1:" + port.prefix { $0.isNumber })
  }

  /// Whether the flag is on in the document for the default user.
  private static func isOn(at url: String) async throws -> Bool {
    let response = try await client.send(HTTPRequest(url: url + "/features.json"))
    return String(decoding: response.body, as: UTF8.self).filter { $0 != " " }
      .contains(#""enabled":true"#)
  }

  @Test func `user set changes the default user of each running server, which prints the user`()
    async throws
  {
    let tester = try Tester(configuration: Self.configuration)
    let one = try await Self.serve(tester, "")
    let other = try await Self.serve(tester, "--json")
    #expect(try await !Self.isOn(at: one.url))
    let run = try tester.halyard("user", "set", "ana", "--attributes", #"{"plan": "gold"}"#)
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(run.output == "The default user is ana now, for 2 servers\n")
    try await one.session.wait(for: "The default user is ana now", within: .seconds(1))
    let line = try await other.session.wait(for: #""event":"user""#, within: .seconds(1))
    #expect(line.contains(#""user":"ana""#))
    for server in [one, other] { #expect(try await Self.isOn(at: server.url)) }
    #expect(try tester.halyard("user", "set", "").output.contains("a user without a key"))
    try await one.session.wait(for: "The default user is a user without a key now")
    #expect(try await !Self.isOn(at: one.url))
  }

  @Test func `user set is refused without a server that follows the user`() async throws {
    let tester = try Tester(configuration: Self.configuration)
    func expectRefusal() throws {
      let run = try tester.halyard("user", "set", "ana")
      #expect(run.exitCode == 1 && run.output.isEmpty)
      #expect(run.errors.contains("no 'halyard serve' uses the workspace "))
      #expect(try tester.stateFiles("user.json").isEmpty)
    }
    try expectRefusal()
    let isolated = try await Self.serve(tester, "--isolated")
    let readOnly = try await Self.serve(tester, "--read-only")
    try expectRefusal()
    let server = try await Self.serve(tester, "")
    #expect(try tester.halyard("user", "set", "ana").exitCode == 0)
    try await server.session.wait(for: "The default user is ana now")
    #expect(try tester.stateFiles("user.json").count == 1)
    try server.session.press("C-c")
    try await server.session.wait { $0.hasSuffix("ready> ") || $0.contains("\nready>") }
    try expectRefusal()
    withExtendedLifetime((isolated, readOnly)) {}
  }

  @Test(arguments: [
    (["user", "set"], "KEY"), (["user", "sett", "ana"], "expected set"),
    (["user", "set", "ana", "--user", "ben"], "found two users: ana and --user ben"),
    (["user", "set", "ana", "--attributes", "{"], "--attributes"),
    (["user", "set", "ana", "--read-only"], "--read-only forbids that"),
  ])
  func `a wrong use of the command is a usage error`(words: [String], message: String) throws {
    let run = try Tester().halyard(words)
    #expect(run.exitCode == 64 && run.errors.contains(message), "\(run.errors)")
  }
}

extension Tester {
  /// The paths of the files with a name in the folders of all workspaces.
  fileprivate func stateFiles(_ name: String) throws -> [String] {
    let root = folder.path(of: "home")
    guard FileSystem.exists(root) else { return [] }
    return try FileSystem.names(in: root).map { "\(root)/\($0)/\(name)" }
      .filter { FileSystem.exists($0) }
  }
}
