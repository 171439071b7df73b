import Files
import Foundation
import Frame
import Networking
import ScreenTestSupport
import TestSupport
import Testing

@testable import halyard

/// Tests that the password and the tokens of an etcd user appear in no output, log or argument.
@Suite(.timeLimit(.minutes(2)))
struct TeamSecretTests {
  private static let password = "hush-4711"

  /// An etcd cluster with authentication and the user `ana`, and the folder in which her program runs.
  private struct Protected {
    let etcd: LocalEtcd
    let tester: Tester
    var log: String { tester.folder.path(of: "halyard.log") }

    init() async throws {
      etcd = try LocalEtcd()
      tester = try Tester()
      try await etcd.waitUntilReady()
      try await call("role/add", ["name": "root"])
      for user in ["root", "ana"] {
        try await call("user/add", ["name": user, "password": password])
        try await call("user/grant", ["user": user, "role": "root"])
      }
      try await call("enable", [:])
    }

    private func call(_ name: String, _ body: [String: String]) async throws {
      let url = "http://127.0.0.1:\(etcd.members[0].port)/v3/auth/\(name)"
      var request = HTTPRequest(url: url, method: "POST")
      request.body = Array(try JSONEncoder().encode(body))
      var configuration = HTTPClient.Configuration()
      configuration.proxy = .none
      _ = try await HTTPClient(configuration: configuration).send(request)
    }

    func environment(password: String) -> [String: String] {
      tester.environment.merging([
        "HALYARD_TEAM": etcd.address(namespace: "qa"), "HALYARD_TEAM_USER": "ana",
        "HALYARD_TEAM_PASSWORD": password,
      ]) { $1 }
    }

    func run(_ arguments: String..., password: String = TeamSecretTests.password) throws
      -> ProgramRun
    {
      try ProgramRun(
        arguments + ["--log", log],
        environment: environment(password: password),
        folder: tester.folder.path
      )
    }
  }

  /// Expects that a text has no password and no etcd token (16 letters, a dot and a number).
  private static func expectNoSecret(
    in text: String,
    _ location: Testing.SourceLocation = #_sourceLocation
  ) {
    let base64 = Data(password.utf8).base64EncodedString()
    for secret in ["hush", base64] {
      #expect(!text.contains(secret), sourceLocation: location)
    }
    #expect(!text.contains(/[A-Za-z]{16}\.\d+/), sourceLocation: location)
  }

  @Test func `commands print and log no password and no token, even if the password is wrong`()
    async throws
  {
    let server = try await Protected()
    let change = try server.run("enable", "New Cart")
    #expect(change.output == "New Cart: Enabled, overridden\n", "\(change.errors)")
    let report = try server.run("report", "--output", "r.md")
    #expect(report.exitCode == 0, "\(report.errors)")
    let wrong = try server.run("disable", "New Cart", password: "hush-wrong")
    #expect(wrong.errors.contains("etcd does not accept the user and the password"))
    #expect(wrong.exitCode == ExitCode.unavailable)
    let list = try server.run("list", password: "hush-wrong")
    for run in [change, report, wrong, list, try server.run("history")] {
      Self.expectNoSecret(in: run.output + run.errors)
    }
    for file in ["r.md", "r.json", "halyard.log"] {
      Self.expectNoSecret(in: try server.tester.folder.read(file))
    }
    let home = server.tester.folder.path(of: "home")
    #expect(Shell.run("grep -rq hush '\(home)'") != 0)
  }

  @Test func `the dashboard shows and logs no password, and has none in its arguments`()
    async throws
  {
    let server = try await Protected()
    try server.tester.folder.write("ana\n\(Self.password)\n", to: "home/login")
    let path = server.tester.folder.path(of: "home/login")
    try server.tester.folder.write(
      #"{ "team": { "address": "\#(server.etcd.address(namespace: "qa"))", "login": "\#(path)" } }"#,
      to: "home/config.json"
    )
    let session = try await TerminalSession(
      size: Size(columns: 100, rows: 30),
      environment: server.tester.environment
    )
    let program = ProgramRun.path(of: "halyard")
    let words = "\(program) \(server.tester.file) --log \(server.log)"
    // The shell writes its process id to a file, and then becomes the program by `exec`.
    try session.enter("sh -c 'echo $$ > pid; exec \(words)'")
    try await session.wait(for: "1 here")
    try session.type("/New Cart\r ")
    try session.type("T")
    Self.expectNoSecret(in: try await session.wait(for: "Team · 1 here"))
    let number = String(decoding: try FileSystem.read(session.folder + "/pid"), as: UTF8.self)
    let process = try #require(Int32(number.filter(\.isNumber)))
    let arguments = try FileSystem.read("/proc/\(process)/cmdline")
    #expect(String(decoding: arguments, as: UTF8.self).contains("--log"))
    Self.expectNoSecret(in: String(decoding: arguments, as: UTF8.self))
    try session.press("Escape")
    try await session.wait { !$0.contains("Team ·") }
    try session.type("q")
    try await session.waitForPrompt()
    Self.expectNoSecret(in: try server.tester.folder.read("halyard.log"))
  }

  @Test(arguments: ["hush-4711", "\nhush-4711\n"])
  func `a malformed login file is reported without its text`(text: String) throws {
    let tester = try Tester()
    let path = try tester.folder.write(text, to: "home/login")
    try tester.folder.write(
      #"{ "team": { "address": "etcd://127.0.0.1:1/qa", "login": "\#(path)" } }"#,
      to: "home/config.json"
    )
    let run = try tester.halyard("list")
    #expect(run.errors.contains("expected the user on the first line"), "\(run.errors)")
    Self.expectNoSecret(in: run.output + run.errors)
    #expect(run.exitCode == ExitCode.usage)
  }
}
