import Foundation
import TestSupport
import Testing

@testable import halyard

/// Tests `decide` against recorded decisions of the Optimizely SDKs.
struct DecideTests {
  private static let fixtures = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../OptimizelyTests/Fixtures")

  private static var rules: String { fixtures.appending(path: "synthetic_rules.json").path }

  /// A recorded decision, and the command line that reproduces it.
  private struct Recorded: Decodable, Sendable {
    struct Forced: Decodable, Sendable {
      let flag: String
      let rule: String?
      let variation: String
    }

    struct Expected: Decodable, Sendable {
      let enabled: Bool
      let variationKey: String?
      let ruleKey: String?
      let source: String?
    }

    let file: String
    let flag: String
    let user: String
    let attributes: EncodedAttributes?
    let qualifiedSegments: [String]?
    let userProfile: [String: String]?
    let forcedDecisions: [Forced]?
    let expect: Expected

    var words: [String] {
      var words = ["decide", flag, "--json", "--user", user, "-s", fixture]
      if let attributes { words += ["--attributes", attributes.text] }
      if let qualifiedSegments {
        words += ["--segments", qualifiedSegments.joined(separator: ",")]
      }
      if let userProfile {
        let members = userProfile.map { "\"\($0.key)\": \"\($0.value)\"" }
        words += ["--profile", "{\(members.joined(separator: ","))}"]
      }
      for forced in forcedDecisions ?? [] {
        let rule = forced.rule.map { ":\($0)" } ?? ""
        words += ["--force", "\(forced.flag)\(rule)=\(forced.variation)"]
      }
      return words
    }

    private var fixture: String { DecideTests.fixtures.appending(path: file).path }
  }

  /// A JSON value, decoded as its source text.
  private struct EncodedAttributes: Decodable, Sendable {
    let text: String

    init(from decoder: any Decoder) throws {
      let members = try decoder.singleValueContainer().decode([String: Value].self)
      let parts = members.map { "\"\($0.key)\": \($0.value.text)" }
      text = "{\(parts.joined(separator: ", "))}"
    }

    struct Value: Decodable {
      let text: String

      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
          text = "null"
        } else if let flag = try? container.decode(Bool.self) {
          text = "\(flag)"
        } else if let number = try? container.decode(Double.self) {
          text = "\(number)"
        } else if let string = try? container.decode(String.self) {
          text = String(decoding: try JSONEncoder().encode(string), as: UTF8.self)
        } else if let list = try? container.decode([Value].self) {
          text = "[\(list.map(\.text).joined(separator: ","))]"
        } else {
          text = try EncodedAttributes(from: decoder).text
        }
      }
    }
  }

  private struct Output: Decodable {
    let flag: String
    let enabled: Bool
    let variation: String?
    let rule: String?
    let source: String?
  }

  private struct Recording: Decodable {
    let cases: [Recorded]
  }

  @Test func `decide reproduces all recorded decisions of the SDKs`() async throws {
    let tester = try Tester()
    let file = Self.fixtures.appending(path: "expected_decisions.json")
    let recording = try JSONDecoder().decode(Recording.self, from: Data(contentsOf: file))
    #expect(recording.cases.count == 240)
    for recorded in recording.cases {
      // Suspends between processes: a blocked thread of the cooperative pool would delay other
      // tests.
      await Task.yield()
      let run = try tester.halyard(recorded.words)
      #expect(run.exitCode == 0, "\(run.errors)")
      let output = try JSONDecoder().decode(Output.self, from: Data(run.output.utf8))
      #expect(output.flag == recorded.flag)
      #expect(output.enabled == recorded.expect.enabled, "\(recorded)")
      // The recorded decision skips the contextual bandit, because it was a synchronous call.
      if recorded.flag == "bandit_flag", ["user-2", "user-5"].contains(recorded.user) {
        #expect(output.variation == nil && output.rule == nil, "\(recorded)")
        continue
      }
      #expect(output.variation == recorded.expect.variationKey, "\(recorded)")
      #expect(output.rule == recorded.expect.ruleKey, "\(recorded)")
      #expect(output.source == recorded.expect.source, "\(recorded)")
    }
  }

  @Test(arguments: [
    (["decide", "--all", "--force", "nonsense"], "expected FLAG[:RULE]=VARIATION", 64),
    (["decide", "--all", "--force", "flag:=on"], "expected FLAG[:RULE]=VARIATION", 64),
    (["decide", "--all", "--attributes", "[1]"], "a JSON object", 64),
    (["decide", "--all", "--profile", "7"], "or a profile's record", 64),
    (["decide", "--all", "--option", "loud"], "expected one of disableDecisionEvent", 64),
    (["decide"], "expects the keys of flags, or --all", 64),
    (["decide", "no_such_flag"], "no feature is named \"no_such_flag\"", 1),
  ])
  func `an invalid argument of decide is a usage error, and an unknown flag exits with 1`(
    words: [String],
    message: String,
    exitCode: Int32
  ) throws {
    let run = try Tester().halyard(words + ["-s", Self.rules])
    #expect(run.errors.contains(message), "\(run.errors)")
    #expect(run.exitCode == exitCode)
  }

  @Test func `decide with a malformed datafile does not use the cached datafile`() throws {
    let tester = try Tester()
    try tester.folder.write(try String(contentsOfFile: Self.rules, encoding: .utf8), to: "d.json")
    #expect(try tester.halyard("decide", "--all", "-s", "d.json").exitCode == 0)
    try tester.folder.write("{", to: "d.json")
    let run = try tester.halyard("decide", "--all", "-s", "d.json")
    #expect(run.exitCode == ExitCode.unreadableConfiguration)
    #expect(run.output.isEmpty)
  }

  @Test func `decide with a configuration that is not a datafile is a usage error`() throws {
    let run = try Tester().halyard("decide", "New Cart")
    #expect(run.errors.contains("'decide' needs a datafile; Features.json is not one"))
    #expect(run.exitCode == 64)
  }

  @Test func `for a feature without a flag service, the error of decide suggests halyard show`()
    throws
  {
    let tester = try Tester()
    try FileManager.default.removeItem(atPath: tester.file)
    let run = try tester.halyard("decide", "New Cart")
    #expect(run.errors.contains("flags of a flag service, and New Cart is not one; 'halyard show'"))
    #expect(run.exitCode == 64)
  }

  @Test
  func `decide --canonical combines false and unknown to false, and the trace notes the effect`()
    throws
  {
    let tester = try Tester()
    let text = try String(
      contentsOf: Self.fixtures.appending(path: "datafile.json"),
      encoding: .utf8
    )
    // The user has no age and a country other than Spain: the `and` combines unknown and false.
    let country =
      #"{ "type": "custom_attribute", "name": "country", "match": "exact", "value": "es" }"#
    let age = #"{ "type": "custom_attribute", "name": "age", "match": "ge", "value": 18 }"#
    let audience = try #require(
      text.range(of: #"\["and",\s*\{[^\]]*\]"#, options: .regularExpression)
    )
    let datafile = text.replacingCharacters(
      in: audience,
      with: #"["not", ["and", \#(age), \#(country)]]"#
    )
    let file = try tester.folder.write(datafile, to: "datafile.json")
    let words = [
      "decide", "buy_now", "-s", file, "--user", "u42", "--attributes", #"{"country": "fr"}"#,
      "--trace",
    ]
    let plain = try tester.halyard(words)
    #expect(plain.output.contains("rule buy_now_everyone"), "\(plain.errors)")
    #expect(plain.output.contains("\n  SDKs other than Swift's select \""))
    let canonical = try tester.halyard(words + ["--canonical"])
    #expect(canonical.output.contains("rule buy_now_test"))
    #expect(canonical.output.contains("\n  the Swift SDK selects \"off\""))
  }
}
