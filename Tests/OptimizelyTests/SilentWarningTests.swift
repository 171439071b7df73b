import FeatureFlags
import Testing

@testable import Optimizely
@testable import OptimizelyEngine

/// Tests warnings about parts of a datafile that apps ignore silently.
struct SilentWarningTests {
  private func problems(_ bytes: [UInt8], user: String = "u") throws -> [String] {
    try Configuration.datafile(bytes, for: UserContext(id: user))
      .problems.map { "\($0.feature ?? "-"): \($0.fact)" }
  }

  private func problems(_ datafile: SmallDatafile) throws -> [String] {
    try problems(Array(datafile.text.utf8))
  }

  @Test
  func `an invalid variable value causes a warning with the found and the expected value`()
    throws
  {
    let messages = try problems(try Fixture.bytes(Fixture.rules))
      .filter { $0.hasPrefix("bad_values_flag: ") }
    func message(_ text: String, _ type: String, _ variable: String, _ expected: String) -> String {
      "bad_values_flag: flag \"bad_values_flag\" has \"\(text)\" for \(type) variable "
        + "\"\(variable)\" in variation \"on\", expected \(expected); apps receive no value"
    }
    #expect(
      messages == [
        message("ten", "integer", "i", "a whole number"), message("x", "double", "d", "a number"),
        message("TRUE", "boolean", "b", "true or false"),
        message("[1]", "json", "j", "a JSON object"),
      ]
    )
  }

  @Test func `an invalid default value causes one warning instead of one for each variation`()
    throws
  {
    let variables = """
      [{ "id": "v", "key": "size", "type": "integer", "defaultValue": "abc" },
       { "id": "w", "key": "word", "type": "string", "defaultValue": "abc" }]
      """
    let datafile = SmallDatafile(
      experiments: """
        [\(SmallDatafile.experiment("1", key: "e")),
         \(SmallDatafile.experiment("2", key: "g", variables: #"[{ "id": "v", "value": "3" }]"#))]
        """,
      flags: "[\(SmallDatafile.flag("f", experiments: ["1", "2"], variables: variables))]"
    )
    #expect(
      try problems(datafile) == [
        "f: flag \"f\" has the default \"abc\" for integer variable \"size\", "
          + "expected a whole number; apps receive no value"
      ]
    )
  }

  @Test(arguments: [
    (
      #"[{ "entityId": "gone", "endOfRange": 4000 }]"#,
      "allocates traffic to variation \"gone\", which it does not have"
    ),
    (
      #"[{ "entityId": "", "endOfRange": 12000 }]"#,
      "has traffic ranges that end at 12000, expected ascending numbers up to 10000"
    ),
    (
      #"[{ "entityId": "", "endOfRange": 4000 }, { "entityId": "", "endOfRange": 3000 }]"#,
      "has traffic ranges that end at 4000, 3000, expected ascending numbers up to 10000"
    ),
  ])
  func `traffic that reaches no user causes a warning`(traffic: String, message: String) throws {
    let experiment = """
      { "id": "1", "key": "e", "layerId": "", "status": "Running", "variations": [],
        "trafficAllocation": \(traffic), "audienceIds": [], "forcedVariations": {} }
      """
    let datafile = SmallDatafile(
      experiments: "[\(experiment)]",
      flags: "[\(SmallDatafile.flag("f", experiments: ["1"]))]"
    )
    #expect(try problems(datafile) == ["f: rule \"e\" \(message)"])
  }

  @Test func `an infinite number in one variable hides all variables of the flag, as in the SDKs`()
    throws
  {
    let variables = """
      [{ "id": "v", "key": "rate", "type": "double", "defaultValue": "1" },
       { "id": "w", "key": "word", "type": "string", "defaultValue": "abc" }]
      """
    let setting = #"[{ "id": "v", "value": "inf" }]"#
    let datafile = SmallDatafile(
      experiments: "[\(SmallDatafile.experiment("1", key: "e", variables: setting))]",
      flags: "[\(SmallDatafile.flag("f", experiments: ["1"], variables: variables))]"
    )
    #expect(
      try problems(datafile) == [
        "f: flag \"f\" has \"inf\" for double variable \"rate\" in variation \"on\", "
          + "expected a finite number; apps receive no variables of the flag"
      ]
    )
    let store = try FlagStore.datafile(Array(datafile.text.utf8), for: UserContext(id: "u"))
    #expect(try #require(store.feature(named: "f")).state(in: .release).variables.isEmpty)
  }

  @Test func `a warning truncates a long value`() throws {
    let text = String(repeating: "x", count: 70)
    let variables =
      #"[{ "id": "v", "key": "size", "type": "integer", "defaultValue": "\#(text)" }]"#
    let datafile = SmallDatafile(flags: "[\(SmallDatafile.flag("f", variables: variables))]")
    #expect(try problems(datafile).first?.contains("\"\(text.prefix(59))…\" for") == true)
  }

  @Test(arguments: [
    (
      #"{ "type": "custom_attribute", "name": "plan", "match": "regex", "value": "g" }"#,
      #"plan regex "g", which is always unknown: match type "regex" is not supported"#
    ),
    (
      #"{ "type": "custom_dimension", "name": "plan", "value": "g" }"#,
      #"plan is "g", which is always unknown: condition type "custom_dimension" is "#
        + "not supported"
    ),
    (
      #"{ "type": "custom_attribute", "name": "age", "match": "gt", "value": "g" }"#,
      #"age > "g", which is always unknown: cannot compare with "g""#
    ),
  ])
  func `a condition that always evaluates to unknown causes a warning for each flag that uses it`(
    condition: String,
    message: String
  ) throws {
    var datafile = SmallDatafile.targeted(#"["and", "8"]"#)
    let good = #"{ "type": "custom_attribute", "name": "age", "match": "gt", "value": 1 }"#
    datafile.audiences = """
      [{ "id": "7", "name": "the audience", "conditions": ["and", "8"] },
       { "id": "8", "name": "inner", "conditions": ["or", \(good), ["not", \(condition)]] },
       { "id": "9", "name": "unused", "conditions": \(condition) }]
      """
    datafile.flags = """
      [\(SmallDatafile.flag("f", experiments: ["1"])), \(SmallDatafile.flag("g")),
       \(SmallDatafile.flag("h", experiments: ["1"]))]
      """
    let expected = "audience \"inner\" has condition \(message)"
    #expect(try problems(datafile) == ["f: \(expected)", "h: \(expected)"])
    // The rule itself contains the condition, without an audience.
    var bare = SmallDatafile.targeted("[]")
    bare.experiments = bare.experiments.replacing(#"["or", "7"]"#, with: "[\(condition)]")
    #expect(try problems(bare) == ["f: rule \"e\" has condition \(message)"])
  }

  @Test(arguments: ["[]", #"["and", "8", []]"#, #"[["or", "8"], "8"]"#])
  func `a malformed condition causes a warning`(conditions: String) throws {
    var datafile = SmallDatafile.targeted(conditions)
    datafile.audiences.removeLast()
    datafile.audiences += #", { "id": "8", "name": "b", "conditions": ["or"] }]"#
    let message =
      "has a malformed list of conditions, which is always unknown: "
      + "the list is empty, or begins with a list"
    #expect(try problems(datafile) == ["f: audience \"the audience\" \(message)"])
    guard conditions != "[]" else { return }
    datafile.experiments = datafile.experiments.replacing(#"["or", "7"]"#, with: conditions)
    #expect(try problems(datafile) == ["f: rule \"e\" \(message)"])
  }

  @Test func `holdouts have the same warnings as rules`() throws {
    let holdout = """
      { "id": "9", "key": "h", "status": "Running", "variations": [],
        "trafficAllocation": [{ "entityId": "gone", "endOfRange": 100 }], "audienceIds": ["7"],
        "includedFlags": ["f-id"] }
      """
    let datafile = SmallDatafile(
      flags: "[\(SmallDatafile.flag("f"))]",
      more: "\"holdouts\": [\(holdout)],"
    )
    #expect(
      try problems(datafile) == [
        "-: holdout \"h\" names flags, which are ignored; it applies to all rules",
        "-: holdout \"h\" references audience \"7\", which does not exist",
        "-: holdout \"h\" allocates traffic to variation \"gone\", which it does not have",
      ]
    )
  }

  @Test func `a duplicate flag causes a warning`() throws {
    let flags = ["f", "g", "f"].map { SmallDatafile.flag($0) }.joined(separator: ",")
    let expected = "f: flag \"f\" is defined more than once; the last definition applies"
    #expect(try problems(SmallDatafile(flags: "[\(flags)]")) == [expected])
  }

  @Test func `a variable with an invalid value has no value until it is overridden`() throws {
    let store = try FlagStore.datafile(
      try Fixture.bytes(Fixture.rules),
      for: UserContext(id: "u3")
    )
    func names() throws -> [String] {
      try #require(store.feature(named: "bad_values_flag")).state(in: .release).variables.map(
        \.name
      )
    }
    #expect(try names() == ["u", "nodefault"])
    try store.override(.variable("i", .integer(7)), for: ["bad_values_flag"])
    #expect(try names() == ["i", "u", "nodefault"])
    try store.override(.enabled(false), for: ["bad_values_flag"])
    #expect(try names() == ["i", "d", "b", "j", "u", "nodefault"])
  }
}
