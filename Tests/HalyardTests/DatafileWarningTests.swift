import Foundation
import Frame
import ScreenTestSupport
import TestSupport
import Testing

@testable import halyard

/// Tests the warnings about a datafile that may differ from the datafile of the app, and about rules
/// that have no effect.
struct DatafileWarningTests {
  private static let size = Size(columns: 120, rows: 32)

  /// The sample datafile, with the given revision and with a paused rule that references an
  /// unknown audience.
  private static func datafile(revision: String) throws -> String {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../OptimizelyTests/Fixtures/datafile.json"
    )
    return try String(contentsOf: file, encoding: .utf8)
      .replacing(#""revision": "42""#, with: #""revision": "\#(revision)""#)
      .replacing(#"["or", "21"]"#, with: #"["or", "99"]"#)
      .replacing(
        #""status": "Running", "layerId": "41""#,
        with: #""status": "Paused", "layerId": "41""#
      )
  }

  private static let key = "the datafile is of SDK key \"ShopDemo\", expected \"Other\""
  private static let cached = "revision 43 is active, 42 is cached"
  private static let fallback = "the fallback has revision 44, newer than the active 43"
  private static let audience = "rule \"buy_now_test\" references audience \"99\""
  private static let allowed = "rule \"buy_now_test\" has user \"ana\" on its allow-list"

  @Test
  func `check and the dashboard warn of a wrong SDK key, newer revisions and unknown audiences`()
    async throws
  {
    let tester = try Tester()
    let server = try LocalServer { [text = try Self.datafile(revision: "42")] _ in .text(text) }
    let fallback = try tester.folder.write(try Self.datafile(revision: "44"), to: "bundle.json")
    let options = [
      "--datafile-url", server.url("/%@"), "--user", "ana", "--fallback", fallback,
    ]
    let list = try tester.halyard(["list", "-s", "optimizely:Other"] + options)
    #expect(list.exitCode == 0)
    server.change { [text = try Self.datafile(revision: "43")] _ in .text(text) }
    let check = try tester.halyard(["check", "optimizely:Other"] + options)
    for words in [Self.key, Self.cached, Self.fallback] {
      #expect(check.output.contains("/Other: warning: \(words)"), "\(check.output)")
    }
    #expect(check.output.contains("warning: buy_now: \(Self.audience)"))
    #expect(check.output.contains("warning: buy_now: \(Self.allowed)"))
    #expect(check.errors.hasSuffix("0 errors, 5 warnings\n"))
    let decide = try tester.halyard(["decide", "gift_wrap", "-s", "optimizely:Other"] + options)
    #expect(decide.errors.contains("halyard: warning: \(Self.key)"))
    #expect(decide.errors.contains("halyard: warning: \(Self.fallback)"))
    #expect(!decide.errors.contains("buy_now"))
    try await look(tester, options)
  }

  @Test
  func `every command and the dashboard warn of a datafile that has only classic experiments`()
    async throws
  {
    let tester = try Tester()
    let file = try tester.folder.write(LargeDatafile.classicExperiments(12), to: "datafile.json")
    let words = "12 experiments belong to no feature flag and are not listed"
    let check = try tester.halyard("check", file)
    #expect(check.output == "\(file): warning: \(words)\n")
    #expect(check.errors == "\(file): 0 features, 0 errors, 1 warning\n")
    let list = try tester.halyard("list", "-s", file)
    #expect(list.output == "")
    #expect(list.errors == "halyard: warning: \(file): \(words)\n")
    #expect(list.exitCode == 0)
    let session = try await TerminalSession(size: Self.size, environment: tester.environment)
    try session.enter("\(ProgramRun.path(of: "halyard")) \(file)")
    try await session.wait(for: "▲ 1 problem")
    try session.type("3")
    try await session.wait(for: "12 experiments belong to no feature flag")
    try session.type("q")
  }

  private func look(_ tester: Tester, _ options: [String]) async throws {
    let session = try await TerminalSession(size: Self.size, environment: tester.environment)
    let program = ProgramRun.path(of: "halyard")
    try session.enter("\(program) optimizely:Other \(options.joined(separator: " "))")
    try await session.wait { $0.contains("▲ 4 problems") && $0.contains("buy_now") }
    try session.type("3")
    try await session.wait { screen in
      screen.contains("✗ the fallback has revision 44") && screen.contains("✗ the datafile is of")
    }
    try session.type("1G")
    try session.press("Enter")
    try session.type("G")
    try await session.wait { screen in
      screen.contains("▲ rule \"buy_now_test\" references")
        && screen.contains("▲ rule \"buy_now_test\" has")
    }
    try session.type("q")
  }
}
