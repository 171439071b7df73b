import FeatureFlags
import TestSupport
import Testing

import struct Foundation.Date

@testable import halyard

/// Tests overrides with a lifetime on the command line.
struct LifetimeCommandTests {
  @Test(arguments: ["enable", "disable"])
  func `--for sets the expiry, which is printed as a local time`(command: String) throws {
    let tester = try Tester()
    let run = try tester.halyard(command, "New Cart", "--for", "2h")
    let state = command == "enable" ? "Enabled" : "Disabled"
    let line = try Regex(
      "New Cart: \(state), overridden until (\\d{4}-\\d\\d-\\d\\d )?\\d\\d:\\d\\d\n"
    )
    #expect(run.output.wholeMatch(of: line) != nil, "\(run.output)")
    #expect(run.errors.isEmpty && run.exitCode == 0)
    let json = try tester.halyard("show", "New Cart", "--json").output
    let until = try #require(json.firstMatch(of: /"until": "([^"]+)"/))
    let end = try #require(Date(storedText: String(until.output.1)))
    #expect((7_100...7_201).contains(end.timeIntervalSinceNow))
    #expect(!json.contains("\"lifetime\""))
    let shown = try tester.halyard("show", "New Cart").output
    // The remaining time is rounded to minutes, and a minute may have begun since `--for`.
    #expect(shown.contains("(in 2h)") || shown.contains("(in 1h 59m)"), "\(shown)")
    let list = try tester.halyard("list", "--overridden").output
    #expect(list.hasSuffix("  overridden  \(end.storedText)\n"), "\(list)")
  }

  @Test func `--until accepts a date, and a later change keeps the expiry`() throws {
    let tester = try Tester()
    let set = try tester.halyard("set", "Layout", "Blue", "--until", "2099-12-31 17:30")
    #expect(set.output == "Layout: Blue, overridden until 2099-12-31 17:30\n")
    let cycle = try tester.halyard("cycle", "Layout", "CTA colour")
    #expect(
      cycle.output == """
        Layout: Red, overridden until 2099-12-31 17:30
        CTA colour: Group A, overridden

        """
    )
    let until = try tester.halyard("cycle", "Layout", "CTA colour", "--until", "2099-01-01")
    #expect(
      until.output == """
        Layout: Green, overridden until 2099-01-01 00:00
        CTA colour: Group B, overridden until 2099-01-01 00:00

        """
    )
  }

  @Test(arguments: [0, 0.24, 0.26, 0.95])
  func `--for is exact to a tenth of a second, in memory and in the overrides file`(
    fraction: Double
  ) throws {
    let now = Date(timeIntervalSinceReferenceDate: 800_000_000 + fraction)
    let options = try OverrideOptions(Arguments(["enable", "A", "--for", "2s"]), now: now)
    guard case .until(let end) = options.lifetime?.starting(at: now) else {
      Issue.record("found no expiry")
      return
    }
    #expect(abs(end.timeIntervalSince(now) - 2) <= 0.1001)
    #expect(Date(storedText: end.storedText) == end)
  }

  @Test func `--session sets an override that ends with the shell`() throws {
    let tester = try Tester()
    let run = try tester.halyard("unlock", "Gold theme", "--session")
    #expect(run.output == "Gold theme: Enabled, unlocked, overridden for this session\n")
    let json = try tester.halyard("show", "Gold theme", "--json").output
    #expect(json.contains("\"lifetime\": \"session\""))
  }

  @Test(arguments: [
    (["--for", "2h", "--session"], "found --for and --session, expected only one of them"),
    (["--for", "soon"], "--for: found \"soon\"; use s, m, h or d, for example 2h"),
    (
      ["--for", "1w"],
      "--for: found \"1w\"; use s, m, h or d, for example 2h, from 1ms to 100000d\n"
    ),
    (["--for", "100001d"], "--for: found \"100001d\"; use s, m, h or d"),
    (["--until", "25:00"], "--until: found \"25:00\", expected a time such as 17:30, 2026-11-21"),
    (["--until", "2020-01-01"], "--until: found \"2020-01-01\", which is in the past"),
  ])
  func `an invalid or ambiguous lifetime is a usage error`(options: [String], message: String)
    throws
  {
    let run = try Tester().halyard(["enable", "New Cart"] + options)
    #expect(run.errors.contains(message), "\(run.errors)")
    #expect(run.exitCode == ExitCode.usage)
  }

  @Test func `an override no longer applies after its expiry`() throws {
    let tester = try Tester()
    _ = try tester.halyard("enable", "New Cart", "--workspace", "w", "--for", "1ms")
    let until = Date().addingTimeInterval(2)
    while Date() < until,
      try tester.halyard("list", "--overridden", "--workspace", "w").output != ""
    {}
    #expect(try tester.halyard("list", "--overridden", "--workspace", "w").output == "")
  }

  @Test func `--dry-run prints the expiry of the override that would be set`() throws {
    let tester = try Tester()
    _ = try tester.halyard("enable", "New Cart")
    let run = try tester.halyard("enable", "New Cart", "--until", "2099-01-01", "--dry-run")
    #expect(
      run.output
        == "New Cart: Enabled, overridden → Enabled, overridden until 2099-01-01 00:00\n"
    )
  }
}
