import Foundation
import TestSupport
import Testing

@testable import halyard

/// Tests `reset --since`, `reset --by` and `reset --note`.
struct ResetFilterTests {
  /// A tester with four overrides: one by ana from yesterday, one each by ana and ben from now, and one
  /// without author and time.
  private static func tester() throws -> Tester {
    let tester = try Tester()
    let now = Date().formatted(.iso8601)
    let yesterday = Date().addingTimeInterval(-86_400).formatted(.iso8601)
    try tester.folder.write(
      """
      { "version": 1, "overrides": {
        "New Cart": { "enabled": true, "at": "\(yesterday)", "by": "ana@build-7" },
        "Layout": { "variation": "Blue", "at": "\(now)", "by": "ana@build-7",
          "note": "QA-7" },
        "Removed": { "enabled": true, "at": "\(now)", "by": "ben@build-8" },
        "Gold theme": { "unlocked": true } } }
      """,
      to: "home/w/overrides.json"
    )
    return tester
  }

  static let selections: [(options: [String], output: String)] = [
    (["--since", "2h"], "Layout: Red\nRemoved: reset\n"),
    (["--since", "2d"], "Layout: Red\nNew Cart: Disabled\nRemoved: reset\n"),
    (["--by", "ana"], "Layout: Red\nNew Cart: Disabled\n"),
    (["--by", "ben@build-8"], "Removed: reset\n"),
    (["--since", "2h", "--by", "ana"], "Layout: Red\n"),
    (["--by", "ana", "--section", "check"], "New Cart: Disabled\n"),
    (["*", "--since", "2h", "--by", "ben"], "Removed: reset\n"),
    (["--note", "QA-7"], "Layout: Red\n"), (["--note", "QA-7", "--by", "ben"], ""),
    (["--note", "", "--by", "ana"], "New Cart: Disabled\n"), (["--note", "QA"], ""),
    (["--by", "an"], ""), (["--by", "ben@build-7"], ""),
  ]

  @Test(arguments: selections)
  func `reset selects overrides by their time, their author and their note`(
    options: [String],
    output: String
  ) throws {
    let tester = try Self.tester()
    let words = ["reset", "--workspace", "w"] + options
    let dry = try tester.halyard(words + ["--dry-run"])
    #expect(dry.output.isEmpty == output.isEmpty, "\(dry.output)")
    let run = try tester.halyard(words)
    #expect(Self.lines(run.output) == Self.lines(output), "\(run.errors)")
    #expect(run.exitCode == 0)
    let count = output.split(separator: "\n").count
    let rest = try tester.halyard("list", "--overridden", "--workspace", "w").output
    #expect(rest.split(separator: "\n").count == 4 - count)
    guard count > 0 else { return }
    #expect(try tester.halyard("undo", "--workspace", "w").exitCode == 0)
    let restored = try tester.halyard("list", "--overridden", "--workspace", "w").output
    #expect(restored.split(separator: "\n").count == 4)
  }

  private static func lines(_ text: String) -> [Substring] { text.split(separator: "\n").sorted() }

  @Test(arguments: [["--all"], ["--by", "nobody"]])
  func `reset reports that there is no override to reset, and exits with 0`(options: [String])
    throws
  {
    let run = try Tester().halyard(["reset"] + options)
    #expect(run.exitCode == 0)
    #expect(run.errors.contains("There is no override to reset."))
  }

  @Test func `an invalid time, and a filter with --all or --variable, are usage errors`() throws {
    for (options, message) in [
      (["--since", "dawn"], "--since: found \"dawn\", expected a duration such as 2h"),
      (["--all", "--by", "ana"], "'reset': found --all and --by, expected only one of them"),
      (["Layout", "--variable", "x", "--by", "ana"], "--variable needs the name of a feature"),
    ] {
      let run = try Tester().halyard(["reset"] + options)
      #expect(run.errors.contains(message), "\(run.errors)")
      #expect(run.exitCode == ExitCode.usage)
    }
  }
}
