import Foundation
import Frame
import ScreenTestSupport
import TestSupport
import Testing

@testable import halyard

/// Tests that impressions of decisions are sent to the server of `--events` only.
struct ImpressionTests {
  private static let datafile = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../OptimizelyTests/Fixtures/datafile.json").standardizedFileURL.path

  /// The user, flag and variation of each impression that the server has received.
  private func impressions(_ server: LocalServer) throws -> [String] {
    try server.requests.flatMap { request -> [String] in
      let body = try JSONSerialization.jsonObject(with: Data(request.body)) as? [String: Any]
      let visitors = body?["visitors"] as? [[String: Any]] ?? []
      return visitors.compactMap { visitor in
        let snapshot = (visitor["snapshots"] as? [[String: Any]])?.first
        let decision = (snapshot?["decisions"] as? [[String: Any]])?.first
        guard let metadata = decision?["metadata"] as? [String: Any],
          let user = visitor["visitor_id"] as? String,
          let flag = metadata["flag_key"] as? String,
          let variation = metadata["variation_key"] as? String
        else { return nil }
        return "\(user) \(flag) \(variation)"
      }
    }
  }

  @Test func `decide sends impressions only with --events`() throws {
    let tester = try Tester()
    let server = try LocalServer { _ in .text("") }
    let words = ["decide", "buy_now", "--user", "ana", "-s", Self.datafile]
    let shown = try tester.halyard(words + ["--trace"])
    #expect(shown.output.hasSuffix("\n  would send an impression\n"))
    #expect(server.requests.isEmpty)
    let run = try tester.halyard(words + ["--trace", "--events", server.url("/v1/events")])
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(run.output.hasSuffix("\n  sends an impression to 127.0.0.1:\(server.port)\n"))
    #expect(try impressions(server) == ["ana buy_now one_touch"])
    #expect(server.requests.map(\.target) == ["/v1/events"])
    let quiet = try tester.halyard(
      words + ["--events", server.url(), "--option", "disableDecisionEvent"]
    )
    #expect(quiet.exitCode == 0)
    #expect(server.requests.count == 1)
  }

  @Test func `unsent impressions are stored, and the next run sends them first`() throws {
    let tester = try Tester()
    let server = try LocalServer { _ in .text("", status: 503) }
    func decide(_ user: String) throws -> ProgramRun {
      try tester.halyard(
        "decide",
        "buy_now",
        "--user",
        user,
        "-s",
        Self.datafile,
        "--force",
        "buy_now=one_touch",
        "--events",
        server.url("/events")
      )
    }
    let run = try decide("u1")
    #expect(run.exitCode == ExitCode.unavailable)
    #expect(run.output.hasPrefix("buy_now"))
    #expect(run.errors.contains("1 impression could not be sent to 127.0.0.1:\(server.port)"))
    #expect(run.errors.contains("is stored in \(tester.folder.path)/home/"))
    let refused = server.requests.count
    server.change { _ in .text("") }
    // The stored impressions belong to the first server: the other server must get only new ones.
    let other = try LocalServer { _ in .text("") }
    let elsewhere = try tester.halyard(
      "decide",
      "buy_now",
      "--user",
      "u3",
      "-s",
      Self.datafile,
      "--events",
      other.url()
    )
    #expect(elsewhere.exitCode == 0)
    #expect(server.requests.count == refused)
    #expect(try decide("u2").exitCode == 0)
    let sent = try impressions(server).suffix(2)
    #expect(sent == ["u1 buy_now one_touch", "u2 buy_now one_touch"])
  }

  @Test func `impressions that the server rejects are reported as lost`() throws {
    let tester = try Tester()
    let server = try LocalServer { _ in .text("", status: 400) }
    let words = ["decide", "--all", "--user", "ana", "-s", Self.datafile, "--quiet"]
    let run = try tester.halyard(words + ["--events", server.url("/events")])
    #expect(run.exitCode == ExitCode.unavailable)
    #expect(run.output.contains("buy_now"))
    #expect(run.errors.contains("the server responded with status 400, so "))
    #expect(run.errors.contains("will not be sent again"))
  }

  @Test(arguments: ["ftp://127.0.0.1/", "127.0.0.1:80", "http://", ""])
  func `--events accepts only an http or https URL`(address: String) throws {
    let run = try Tester().halyard("decide", "--all", "-s", Self.datafile, "--events", address)
    #expect(run.errors.contains("--events: found \"\(address)\", expected an http or https URL"))
    #expect(run.exitCode == ExitCode.usage)
  }

  @Test func `the dashboard sends and logs the impression of each new decision once`() async throws
  {
    let tester = try Tester()
    let server = try LocalServer { _ in .text("") }
    let session = try await TerminalSession(
      size: Size(columns: 120, rows: 40),
      environment: tester.environment
    )
    try session.enter(
      "\(ProgramRun.path(of: "halyard")) \(Self.datafile) --user ana --events \(server.url("/e"))"
    )
    try await session.wait { $0.contains("buy_now") && $0.contains("quit") }
    try session.type("/buy_now")
    try session.press("Enter")
    try await session.wait(for: "→ sends an impression to 127.0.0.1:\(server.port)")
    await server.waitForRequests(1)
    let first = try impressions(server)
    #expect(first.contains("ana buy_now one_touch"))
    // Neither a cursor movement nor an unchanged refresh sends another impression.
    try session.type("gGr")
    try await session.wait(for: "Refreshed")
    try session.type("/buy_now")
    try session.press("Enter")
    try session.press("Right")
    try await session.wait(for: "◆ 1 overridden")
    while try impressions(server).count == first.count { await Task.yield() }
    let sent = try impressions(server)
    #expect(sent.count == first.count + 1)
    #expect(sent.last?.hasPrefix("ana buy_now ") == true)
    #expect(sent.last != "ana buy_now one_touch")
    try session.type("3")
    try await session.wait(for: "1 impression for 127.0.0.1")
    server.change { _ in .text("", status: 500) }
    try session.type("1o")
    try await session.wait(for: "does not accept impressions")
    try session.type("q")
    try await session.wait(for: "1 impression could not be sent")
  }

  @Test func `--events warns of a source without impressions, and is rejected with --read-only`()
    async throws
  {
    let tester = try Tester()
    let run = try tester.halyard("--read-only", "--events", "http://127.0.0.1:1/")
    #expect(run.errors.contains("--events stores unsent events in the workspace"))
    #expect(run.exitCode == ExitCode.usage)
    let session = try await TerminalSession(
      size: Size(columns: 120, rows: 30),
      environment: tester.environment
    )
    let program = ProgramRun.path(of: "halyard")
    try session.enter("\(program) \(tester.file) --events http://127.0.0.1:1/")
    try await session.wait(for: "New Cart")
    try session.type("3")
    try await session.wait(for: "impressions")
    try session.type("qq")
  }
}
