import CoreTestSupport
import Documents
import Foundation
import TestSupport
import Testing

@testable import FeatureFlags
@testable import Workbench

/// Tests the format of preset files.
struct PresetFileTests {
  private static let date = Date(timeIntervalSince1970: 1_795_255_331)

  private static let golden = """
    {
      "version": 1,
      "name": "checkout",
      "description": "All of the new checkout",
      "source": "features.json",
      "created": "2026-11-21T10:02:11Z",
      "author": "ana@build-7",
      "overrides": {
        "CTA colour": { "variation": "Group B", "lifetime": "kept", "at": "2026-11-21T10:02:11Z", "by": "ana@build-7" },
        "Gold theme": { "unlocked": true, "until": "2026-11-21T10:02:11Z" }
      }
    }

    """

  private static let preset = Preset(
    name: "checkout",
    description: "All of the new checkout",
    source: "features.json",
    created: date,
    author: "ana@build-7",
    overrides: [
      "CTA colour": Override(variation: "Group B", date: date, author: "ana@build-7"),
      "Gold theme": Override(unlocked: true, lifetime: .until(date)),
    ]
  )

  private func read(_ text: String) throws -> PresetFile.Reading {
    try PresetFile.read(Array(text.utf8))
  }

  @Test func `a preset is written as sorted, readable JSON, and read again`() throws {
    let bytes = PresetFile.write(Self.preset)
    #expect(String(decoding: bytes, as: UTF8.self) == Self.golden)
    let reading = try PresetFile.read(bytes)
    #expect(reading.preset == Self.preset)
    #expect(reading.warnings.isEmpty)
  }

  @Test func `a preset saves a session override as one that applies until it is reset`() throws {
    let preset = Preset(overrides: ["New Cart": Override(enabled: true, lifetime: .session)])
    let reading = try PresetFile.read(PresetFile.write(preset))
    #expect(reading.preset.overrides == ["New Cart": Override(enabled: true)])
  }

  @Test(arguments: ["0", "-1", "1.5", "true", "8640000001"])
  func `a duration that is no number of seconds in range is rejected`(number: String) throws {
    let text = #"{ "overrides": { "A": { "enabled": true, "forSeconds": \#(number) } } }"#
    let error = #expect(throws: DocumentError.self) { _ = try read(text) }
    #expect(error.map { "\($0)".contains("forSeconds") } ?? false, "\(error.map { "\($0)" } ?? "")")
  }

  @Test func `an overrides file is a preset without a name`() throws {
    let folder = try TemporaryFolder()
    try folder.workspace().updateOverrides { $0 = Self.preset.overrides }
    let reading = try read(try folder.read("state/test/overrides.json"))
    #expect(reading.preset.name == nil)
    #expect(reading.preset.overrides == Self.preset.overrides)
    #expect(reading.warnings.isEmpty)
  }

  @Test func `an object of names and plain values is a preset without a name`() throws {
    let reading = try read(#"{ "Cart": true, "Colour": "Green", "Discount": 35 }"#)
    #expect(
      reading.preset.overrides == [
        "Cart": Override(enabled: true), "Colour": Override(variation: "Green"),
        "Discount": Override(variables: ["value": .integer(35)]),
      ]
    )
    #expect(reading.preset.name == nil && reading.warnings.isEmpty)
  }

  @Test func `unknown fields are ignored with a warning that names the nearest field`() throws {
    let reading = try read(
      """
      { "overrides": { "New Cart": { "enabeld": true } },
        "descripton": "x",
        "zebra": 1 }
      """
    )
    #expect(reading.preset.overrides == ["New Cart": Override()])
    #expect(
      reading.warnings.map { $0.description(in: "p.json") } == [
        "p.json:2: has the unknown field \"descripton\", which is ignored, "
          + "did you mean \"description\"?",
        "p.json:3: has the unknown field \"zebra\", which is ignored",
        "p.json:1: the override of \"New Cart\" has the unknown field \"enabeld\", "
          + "which is ignored, did you mean \"enabled\"?",
      ]
    )
  }

  @Test func `feature states in a preset file are read only if the file is a bug report`() throws {
    let features = """
      [ { "name": "CTA colour", "enabled": true, "variation": "Group B", "variables": { "a": 1 } },
        { "name": "CTA colour", "enabled": false },
        { "name": "Gone", "enabled": null },
        { "name": "Gold theme", "enabled": true, "unlocked": false } ]
      """
    let report = try read(
      "{ \"report\": {}, \"overrides\": {}, \"features\": \(features) }"
    )
    #expect(
      report.preset.states == [
        "CTA colour": Preset.State(
          isEnabled: true,
          variation: "Group B",
          variables: ["a": .integer(1)]
        ),
        "Gold theme": Preset.State(isEnabled: true, isUnlocked: false),
      ]
    )
    #expect(report.warnings.isEmpty)
    let other = try read("{ \"overrides\": {}, \"features\": \(features) }")
    #expect(other.preset.states.isEmpty)
    #expect(other.warnings.map(\.field) == ["features"])
  }

  static let malformed: [(text: String, line: Int?, message: String)] = [
    ("", nil, "found nothing"), ("{", 1, "the end of the document"),
    ("[]", 1, "found a list, expected an object"),
    ("{}", 1, "\"overrides\": found nothing, expected an object"),
    ("{\"name\": \"a\"}", 1, "\"overrides\": found nothing, expected an object"),
    ("{\"a\": true, \"b\": {}}", 1, "\"overrides\": found nothing, expected an object"),
    ("{\"features\": []}", 1, "\"overrides\": found nothing, expected an object"),
    ("{\"version\":\n3,\"overrides\":{}}", 2, "\"version\": found 3, expected 1 or 2"),
    ("{\"overrides\":\n[]}", 2, "\"overrides\": found a list, expected an object"),
    ("{\"overrides\":{\"a\":\n{\"enabled\":3}}}", 2, "\"overrides.a.enabled\": found 3"),
    ("{\"overrides\":{},\n\"name\":3}", 2, "\"name\": found 3, expected a text"),
    (
      "{\"overrides\":{},\n\"created\":\"noon\"}", 2, "\"created\": found \"noon\", expected a time"
    ),
    (
      "{\"overrides\":{},\"report\":{},\n\"features\":[{\"name\":\"a\",\"enabled\":1}]}", 2,
      "\"features[0].enabled\": found 1, expected true or false"
    ),
    ("{\"overrides\":{},\"report\":{},\"features\":\n3}", 2, "\"features\": found 3"),
  ]

  @Test(arguments: malformed)
  func `a malformed preset file is rejected with the line and the field`(
    text: String,
    line: Int?,
    message: String
  ) throws {
    let error = try #require(throws: DocumentError.self) { try read(text) }
    #expect(error.line == line)
    #expect("\(error)".contains(message), "\(error)")
  }

  private static let tokens = [
    "null", "true", "1e999", "-1", "\"\"", "[]", "{}", "\"\\ud800\"", "\"kept\"", "NaN", "\u{301}",
  ]
  private static let report = golden.replacingOccurrences(
    of: "\"overrides\"",
    with: """
      "report": { "origin": "file" },
      "features": [ { "name": "CTA colour", "enabled": true, "variables": { "a": [1] } } ],
      "overrides"
      """
  )

  @Test(arguments: [golden, report])
  func `a mutated or truncated preset file is parsed, or rejected with a description`(
    text: String
  ) throws {
    var random = SeededGenerator(seed: 15)
    var (accepted, rejected) = (0, 0)
    for number in 0..<(Effort.isFull ? 20_000 : 5_000) {
      let whole = Array(text.utf8)
      let bytes =
        number.isMultiple(of: 10)
        ? Array(whole.prefix(Int.random(in: 0..<whole.count, using: &random)))
        : mutated(whole, tokens: Self.tokens, using: &random)
      do throws(DocumentError) {
        let preset = try PresetFile.read(bytes).preset
        let again = try PresetFile.read(PresetFile.write(preset)).preset
        #expect(again.overrides.count == preset.overrides.count)
        accepted += 1
      } catch {
        #expect(!error.description.isEmpty)
        rejected += 1
      }
    }
    #expect(accepted > 300)
    #expect(rejected > 300)
  }
}
