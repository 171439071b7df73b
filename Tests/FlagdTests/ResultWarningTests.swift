import FeatureFlags
import FlagSystem
import Targeting
import Testing

@testable import Flagd

/// Tests the warnings about the variants that a targeting can return, and about keys that look alike.
struct ResultWarningTests {
  private static let gold = #"{"==": [{"var": "plan"}, "gold"]}"#

  private func warnings(_ rule: String, default name: String = "on", state: String = "ENABLED")
    throws
    -> [String]
  {
    let document = try FlagdDocument(
      """
      {"flags": {"f": {"state": "\(state)", "variants": {"on": true, "off": false}, "defaultVariant": "\(name)",
        "targeting": \(rule)}}}
      """
    )
    return document.problems.map { "\($0.severity):\($0.line ?? 0) \($0.fact)" }
  }

  @Test(arguments: [
    #"{"if": [\#(gold), "off", "off"]}"#, #"{"if": [false, "on", \#(gold), "off", "off"]}"#,
    #"{"if": [\#(gold), {"if": [\#(gold), "off", "off"]}, "off"]}"#,
  ])
  func `an unused default variant and branches with only one variant cause warnings`(rule: String)
    throws
  {
    #expect(
      try warnings(rule) == [
        "warning:2 the default variant \"on\" is never served: the targeting returns \"off\"",
        "warning:2 all branches give the variant \"off\"",
      ]
    )
    #expect(try warnings(rule, state: "DISABLED") == [])
  }

  @Test(arguments: [
    #"{"if": [\#(gold), "on", null]}"#, #"{"if": [\#(gold), "on"]}"#,
    #"{"if": [\#(gold), {"fractional": [["on", 1], ["on", 1]]}, "on"]}"#,
    #"{"if": [\#(gold), {"if": [\#(gold), "on", "on"]}, "off"]}"#,
  ])
  func `branches that all return the default variant cause a warning`(rule: String)
    throws
  {
    #expect(try warnings(rule) == ["warning:2 all branches give the variant \"on\""])
  }

  @Test(arguments: [
    #"{"if": [\#(gold), "off"]}"#, #"{"if": [\#(gold), "off", "on"]}"#,
    #"{"if": [\#(gold), {"var": "x"}, "off"]}"#, #"{"if": [\#(gold), "off", null]}"#,
    #"{"fractional": [["on", 1], ["off", 1]]}"#, #"{"var": "x"}"#, "null",
  ])
  func `a targeting that can return several variants causes no warning`(rule: String) throws {
    #expect(try warnings(rule) == [])
  }

  @Test func `a default variant that a rule for everyone replaces causes a warning`() throws {
    #expect(
      try warnings(#"{"if": [true, "off"]}"#)
        == ["warning:2 the default variant \"on\" is never served: the targeting returns \"off\""]
    )
  }

  @Test func `keys or variants that differ only in Unicode normalisation are distinct`() throws {
    let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
    let document = try FlagdDocument(
      """
      {"flags": {
        "\(composed)": {"state": "ENABLED", "variants": {"a": 1, "n": 0}, "defaultVariant": "a"},
        "\(decomposed)": {"state": "ENABLED", "variants": {"b": 1, "n": 0}, "defaultVariant": "b"},
        "v": {"state": "ENABLED", "variants": {"\(composed)": "C", "\(decomposed)": "D"},
          "defaultVariant": "\(decomposed)"}}}
      """
    )
    #expect(document.problems.isEmpty)
    #expect(document.features.count == 3)
    #expect(document.flag(Feature.Name(rawValue: composed))?.outcomes.first?.variation == "a")
    #expect(document.flag(Feature.Name(rawValue: decomposed))?.outcomes.first?.variation == "b")
    let flag = try #require(document.flag("v"))
    #expect(flag.defaultIndex == 1)
    let edited = FlagdEditor.document(
      Array(
        "{\"flags\": {\"\(composed)\": {\"variants\": {\"a\": 1}}, \"\(decomposed)\": {}}}".utf8
      ),
      forcing: [Feature.Name(rawValue: composed): [ScopedResult(.appDefault)]]
    )
    let text = String(decoding: edited, as: UTF8.self)
    #expect(
      text.utf8.elementsEqual(
        "{\"flags\": {\"\(composed)\": {\"state\":\"DISABLED\",\"variants\": {\"a\": 1}}, \"\(decomposed)\": {}}}"
          .utf8
      )
    )
  }
}
