import FeatureFlags
import FlagSystem
import Foundation
import Locking
import TestSupport
import Testing

@testable import halyard

/// Tests the report and the exit code of `check`.
struct CheckTests {
  @Test func `check reports all problems with their lines in one run`() throws {
    let tester = try Tester(
      configuration: """
        { "features": [
          { "name": "Twice" },
          { "name": "Twice" },
          { "nam": "Nameless" },
          { "name": "Biased", "test-variations": ["A", "B"], "test-biases": [60, 60] },
          { "name": "Counted", "test-variations": ["A", "B"], "test-biases": [100] },
          { "name": "Ranged", "test-variations": ["A", "B"], "test-biases": [-10, 110] },
          { "name": "Labelled", "test-variations": ["A", "B"], "labels": ["a"] },
          { "name": "Typed", "type": "switch" },
          { "name": "Worded",
            "enabled": "yes" },
          { "name": "Menu", "enabled": true, "development": true },
          { "name": "Spelled", "enabeld": true },
          7
        ] }
        """
    )
    let run = try tester.halyard("check")
    #expect(
      run.output == """
        Features.json:3: error: Twice: is listed twice; the first one, on line 2, is used
        Features.json:4: error: #3: has no "name", so it is left out
        Features.json:5: error: Biased: biases add up to 120, expected 100; equal biases are used
        Features.json:6: error: Counted: biases: found 1, expected 2, one for each variation; equal biases are used
        Features.json:7: error: Ranged: has the bias -10, expected 0 to 100; equal biases are used
        Features.json:8: warning: Labelled: labels: found 1, expected 2, one for each variation
        Features.json:9: error: Typed: "type" is "switch", expected one of flag, ab, feature-ab, mvt, unlock, deprecated
        Features.json:11: error: Worded: "enabled" is a text, expected true or false, so it is left out
        Features.json:13: warning: Spelled: has "enabeld", did you mean "enabled"?
        Features.json:14: error: #12: found a number, expected an object with a "name"
        Features.json: note: 1 feature is under development and enabled; release builds disable it: Menu

        """
    )
    #expect(run.errors == "Features.json: 8 features, 8 errors, 2 warnings\n")
    #expect(run.exitCode == ExitCode.failure)
  }

  @Test
  func `for a feature that is not a test, check warns of variations and biases with their lines`()
    throws
  {
    let tester = try Tester(
      configuration: """
        [
          { "name": "None", "test-variations": [] },
          { "name": "One", "test-variations": ["X"], "test-biases": [100] },
          { "name": "Empty", "test-variations": ["X", ""] },
          { "name": "Biased", "test-biases": [50, 50] }
        ]
        """
    )
    let run = try tester.halyard("check")
    #expect(
      run.output == """
        Features.json:2: warning: None: has an empty list of variations, so it is a flag
        Features.json:3: warning: One: has one variation, "X"; a test has at least two, so it is a flag
        Features.json:4: warning: Empty: has a variation with an empty name, expected a name
        Features.json:5: warning: Biased: has biases but no variations, so the biases have no effect

        """
    )
    #expect(run.errors == "Features.json: 4 features, 0 errors, 4 warnings\n")
    #expect(run.exitCode == 0)
  }

  @Test func `check summarizes 2,000 enabled development flags in one line, and --json lists each`()
    throws
  {
    let features = (1...2000).map { number in
      #"{ "name": "F\#(number)", "enabled": true, "development": true }"#
    }
    let tester = try Tester(configuration: "[\(features.joined(separator: ",\n"))]")
    let run = try tester.halyard("check")
    #expect(
      run.output == """
        Features.json: note: 2000 features are under development and enabled; \
        release builds disable them: F1, F2, F3, …

        """
    )
    #expect(run.errors == "Features.json: 2000 features, 0 errors, 0 warnings\n")
    let json = try tester.halyard("check", "--json").output
    #expect(json.components(separatedBy: "\"message\": \"is under development").count == 2001)
  }

  @Test func `check exits with 0 if a document has warnings but no errors`() throws {
    let tester = try Tester(
      configuration: "[{\"name\": \"M\", \"enabled\": true, \"development\": true}]"
    )
    #expect(try tester.halyard("check").exitCode == 0)
  }

  @Test func `check --json prints the problems as JSON`() throws {
    let tester = try Tester(configuration: "[\n{\"name\": \"X\", \"type\": \"what\"}]")
    let run = try tester.halyard("check", "--json")
    #expect(
      run.output == """
        [
          {
            "file": "Features.json",
            "line": 2,
            "severity": "error",
            "feature": "X",
            "message": "\\"type\\" is \\"what\\", expected one of flag, ab, feature-ab, mvt, unlock, deprecated"
          }
        ]

        """
    )
    #expect(run.exitCode == ExitCode.failure)
  }

  @Test(arguments: [
    ("", "Features.json: found nothing, expected a document"),
    ("{\"features\": null}", "Features.json:1: \"features\" is null, expected a list"),
    ("[\n  {\"name\": }]", "Features.json:2: column 12: found \"}\", expected a value"),
    ("<html></html>", "Features.json: found a web page, expected a configuration"),
  ])
  func `a document that is not a configuration is reported with the line`(
    document: String,
    message: String
  ) throws {
    let run = try Tester(configuration: document).halyard("check")
    #expect(run.errors == "halyard: error: \(message)\n")
    #expect(run.exitCode == ExitCode.unreadableConfiguration)
  }

  @Test func `a document in no known format is reported with what each format is recognised by`()
    throws
  {
    let run = try Tester(configuration: "{}").halyard("check")
    let start =
      "halyard: error: Features.json: found an empty object, expected one of these formats: "
    #expect(run.errors.hasPrefix(start))
    for format in FileFormats.readers(SystemSettings()) {
      let mark = try #require(format.mark, "the format \(format.name) has no mark")
      #expect(run.errors.contains("\(format.name) (\(mark))"))
    }
    #expect(run.exitCode == ExitCode.unreadableConfiguration)
  }

  @Test func `a missing file is reported with its path`() throws {
    let run = try Tester().halyard("check", "flags.json")
    #expect(run.errors == "halyard: error: flags.json: there is no such file\n")
    #expect(run.exitCode == ExitCode.unreadableConfiguration)
  }

  @Test func `if a server fails, check does not use the cached configuration`() throws {
    let tester = try Tester()
    let requests = Locked(0)
    let server = try LocalServer { _ in
      let number = requests.withLock { count in
        count += 1
        return count
      }
      return number == 1 ? .text(Tester.configuration) : .text("", status: 500)
    }
    let url = server.url("/Features.json")
    #expect(try tester.halyard("list", "-s", url).exitCode == 0)
    let run = try tester.halyard("check", url)
    #expect(run.errors.contains("500"), "\(run.errors)")
    #expect(run.exitCode == ExitCode.unavailable)
  }
}
