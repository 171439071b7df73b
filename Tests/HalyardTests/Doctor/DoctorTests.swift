import Foundation
import ScreenTestSupport
import TestSupport
import Testing
import Text

@testable import Dashboard
@testable import halyard

/// Tests the page of `doctor`, its JSON, and the time limits of its checks.
struct DoctorTests {
  private static let names = [
    "version", "terminal", "colours", "locale", "clipboard", "settings", "connection", "source",
    "workspace",
    "lock", "team", "port", "libcurl", "libmicrohttpd", "libyaml", "zlib", "libpcre2",
    "libcrypto",
  ]

  @Test func `the names of the checks of doctor are stable`() {
    #expect(DoctorCheck.all.map(\.name) == Self.names)
  }

  @Test
  func `doctor prints a line for each check, with the source and the folder of the workspace`()
    throws
  {
    let tester = try Tester()
    let run = try tester.halyard("doctor", "--listen", "0")
    #expect(run.exitCode == 0, "\(run.output)")
    let lines = run.output.split(separator: "\n").filter { !$0.hasPrefix(" ") }
    #expect(lines.map { $0.split(separator: " ")[1] } == Self.names.map { $0[...] })
    #expect(
      try tester.doctor("source").text.hasSuffix("Features.json: 4 features, format features")
    )
    let workspace = try tester.doctor("workspace").text
    #expect(workspace.contains(tester.folder.path(of: "home/features-")))
    #expect(
      try tester.doctor("team").text.hasSuffix("none: the overrides of the workspace are used")
    )
  }

  @Test
  func `the rows of doctor --json have the names, results, messages and remedies of the checks`()
    throws
  {
    let tester = try Tester(configuration: "[")
    let rows = try tester.doctorRows("--listen", "0")
    #expect(rows.map(\.check) == Self.names)
    #expect(rows.allSatisfy { ($0.remedy == nil) == ($0.result == "ok") })
    let source = try #require(rows.first { $0.check == "source" })
    #expect(source.result == "failure")
    #expect(source.message.hasPrefix("Features.json:1: "))
    #expect(source.remedy == "correct the document, or select its format with --format")
  }

  @Test func `doctor creates and changes no file, with and without a workspace`() throws {
    let tester = try Tester()
    func files() -> [String: Data?] {
      let folder = tester.folder.path
      let paths = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String }
      // Omits the files that capture the output of the program.
      let kept = (paths ?? []).filter { !$0.hasPrefix(".") }
      return Dictionary(
        uniqueKeysWithValues: kept.map { path in
          (path, FileManager.default.contents(atPath: folder + "/" + path))
        }
      )
    }
    let fresh = files()
    #expect(try tester.halyard("doctor").exitCode == 0)
    #expect(files() == fresh)
    #expect(try tester.halyard("enable", "New Cart").exitCode == 0)
    let used = files()
    #expect(used.count > fresh.count)
    #expect(try tester.doctor("workspace").text.contains("1 override"))
    #expect(files() == used)
  }

  @Test func `the exit code of doctor is that of the first failure`() throws {
    let tester = try Tester()
    try tester.folder.write("{ \"poll\": 5 }", to: "home/config.json")
    #expect(try tester.halyard("doctor", "missing.json").exitCode == ExitCode.failure)
    try tester.folder.write("{}", to: "home/config.json")
    #expect(
      try tester.halyard("doctor", "missing.json").exitCode == ExitCode.unreadableConfiguration
    )
    #expect(try tester.halyard("doctor").exitCode == 0)
  }

  @Test func `a check that blocks its thread ends at its time limit, and delays no other check`()
    async throws
  {
    let program = Program.test
    let clock = ManualClock()
    let release = DispatchSemaphore(value: 0)
    defer { release.signal() }
    let checks = [
      DoctorCheck("blocked", "", limit: { _ in .seconds(7) }) { _ in
        await Task { release.wait() }.value
        return []
      },
      DoctorCheck("quick", "") { _ in [.ok("found")] },
    ]
    let subject = DoctorSubject(SourceOptions(), program, address: nil)
    let tasks = DoctorRun(checks: checks, clock: clock).start(subject)
    #expect(await tasks[1].value == [.ok("found")])
    await clock.waitForSleepers()
    clock.advance(by: .seconds(7))
    let findings = await tasks[0].value
    #expect(findings.map(\.text) == ["no result within 7s"])
    #expect(findings.map(\.exitCode) == [ExitCode.unavailable])
  }

  @Test func `doctor warns of errors in the source and of a used fallback, with a remedy`()
    throws
  {
    let tester = try Tester()
    try tester.folder.write("[{ \"name\": \"a\" }, { \"name\": \"a\" }]", to: "twice.json")
    let twice = try tester.doctor("source", ["twice.json"])
    #expect(twice.exitCode == 0)
    let path = tester.folder.path(of: "twice.json")
    #expect(
      twice.words == """
        warning source twice.json: 1 feature, format features, 1 error \
        → halyard check --source \(path) lists the errors
        """
    )
    let fallback = try tester.doctor("source", ["none.json", "--fallback", "Features.json"])
    #expect(fallback.exitCode == 0)
    #expect(
      fallback.words == """
        warning source none.json: there is no such file; the fallback is used: Features.json: \
        4 features → correct the path, or name another source with --source
        """
    )
  }

  @Test func `doctor prints the latency of the etcd server of a team, and creates no copy`()
    async throws
  {
    let (tester, etcd) = (try Tester(), try LocalEtcd())
    try await etcd.waitUntilReady()
    let found = try tester.doctor("team", ["--team", etcd.address(namespace: "qa")])
    #expect(found.exitCode == 0)
    let words = found.words
    #expect(words.hasPrefix("ok team etcd://"))
    #expect(words.contains("/qa: reading and writing, 0 overrides, "))
    #expect(words.hasSuffix(" ms"))
    #expect(!FileManager.default.fileExists(atPath: tester.folder.path(of: "home")))
  }

  @Test func `a line break in a message of doctor does not begin a new row`() {
    let check = DoctorCheck("source", "") { _ in [] }
    var page = DoctorPage(of: [check], columns: 80, isASCII: false)
    let lines = page.add([.ok("found \"a\nfailure  port\"")], of: check)
    #expect(
      lines.map { $0.text(isColoured: false) } == ["ok       source  found \"a failure port\""]
    )
  }

  @Test func `a row of doctor is wrapped at the width of the terminal, with the remedy below it`() {
    let checks = [DoctorCheck("a", "") { _ in [] }, DoctorCheck("locale", "") { _ in [] }]
    var page = DoctorPage(of: checks, columns: 44, isASCII: true)
    let first = page.add([.ok("found")], of: checks[0])
    let second = page.add(
      [.warning("LANG is C, so the dashboard draws in ASCII", remedy: "export LANG=C.UTF-8")],
      of: checks[1]
    )
    expectScreen(
      (first + second).map { $0.text(isColoured: false) }.joined(separator: "\n"),
      """
      ok       a       found
      warning  locale  LANG is C, so the dashboard
                       draws in ASCII
                       -> export LANG=C.UTF-8
      """
    )
    #expect(page.exitCode == nil)
    #expect(page.summary == "0 failures, 1 warning")
  }
}
