import Documents
import FeatureFlags
import RemoteConfig
import Testing

/// Tests parsing of Firebase Remote Config templates.
struct TemplateTests {
  private func template(_ text: String) throws -> RemoteConfigTemplate {
    try RemoteConfigTemplate(bytes: Array(text.utf8))
  }

  private func problems(_ text: String) throws -> [String] {
    try template(text).problems.map { problem in
      let location = [problem.feature, problem.line.map { "\($0)" }].map { $0 ?? "-" }
      return location.joined(separator: ":") + " \(problem.fact)"
    }
  }

  @Test func `parameters have their order, group, type and text from the template`() throws {
    let template = try template(SampleTemplate.text)
    #expect(
      template.parameters.map(\.key)
        == ["welcome", "dark_mode", "home", "steps", "tax", "limits", "banner"]
    )
    #expect(template.parameters.map(\.group).prefix(4) == [nil, nil, nil, "Checkout"])
    #expect(
      template.parameters.map(\.type)
        == [.string, .boolean, .string, .number, .number, .json, .string]
    )
    #expect(template.parameters.first?.description == "What the first screen says")
    #expect(template.groups.map(\.name) == ["Checkout", "Empty"])
    #expect(template.groups.first?.description == "All about paying")
    #expect(template.conditions.map(\.name) == ["iOS users", "A tenth"])
    #expect(template.conditions.first?.expression == "device.os == 'ios'")
    #expect(template.version == "28")
    #expect(template.problems.isEmpty)
  }

  @Test func `conditional values are sorted by the priority of their conditions`() throws {
    let welcome = try #require(try template(SampleTemplate.text).parameters.first)
    #expect(welcome.conditionalValues.map(\.condition) == ["iOS users", "A tenth"])
    #expect(welcome.value(where: []) == .text("Hello"))
    #expect(welcome.value(where: ["A tenth"]) == .text("Hi"))
    #expect(welcome.value(where: ["A tenth", "iOS users"]) == .text("Hello, Mac"))
    #expect(welcome.value(where: ["Another"]) == .text("Hello"))
  }

  @Test
  func `personalization, rollout and experiment values have the ids and texts of the template`()
    throws
  {
    let parameters = try template(SampleTemplate.text).parameters
    let home = try #require(parameters.first { $0.key == "home" })
    #expect(home.defaultValue == .inAppDefault)
    let banner = try #require(parameters.last)
    #expect(banner.defaultValue == .personalization(id: "p1"))
    #expect(
      banner.conditionalValues.map(\.value)
        == [.rollout(id: "r1", text: "new"), .experiment(id: "e1")]
    )
    #expect(banner.conditionalValues.map(\.value.text) == ["new", nil])
  }

  @Test(
    arguments: [
      (.string, "", .string("")), (.string, "3", .string("3")),
      (.boolean, "true", .boolean(true)), (.boolean, "false", .boolean(false)),
      (.boolean, "yes", nil), (.boolean, "", nil),
      (.number, "3", .double(3)), (.number, "-0.5", .double(-0.5)),
      (.number, "1e3", .double(1000)),
      (.number, "9223372036854775808", .double(9_223_372_036_854_775_808)),
      (.number, "", nil), (.number, "x", nil), (.number, "nan", nil), (.number, "0x1F", nil),
      (.number, "1e999", nil), (.number, "3 ", nil),
      (.json, "{\"a\": [1]}", .json("{\"a\": [1]}")), (.json, "null", .json("null")),
      (.json, "{a: 1}", nil), (.json, "[1,", nil), (.json, "", nil),
    ] as [(RemoteConfigTemplate.ValueType, String, VariableValue?)]
  )
  func `the text of a value is parsed according to the type of its parameter`(
    type: RemoteConfigTemplate.ValueType,
    text: String,
    expected: VariableValue?
  ) {
    #expect(type.value(of: text) == expected)
  }

  @Test(arguments: [
    (
      "{\"parameters\": {\"a\": 3}}",
      "a:1 \"parameters\" is a number, expected an object, so it is left out"
    ),
    (
      "{\"parameters\": {\"a\": {\"valueType\": \"DATE\"}}}",
      "a:1 \"valueType\" is \"DATE\", expected one of STRING, BOOLEAN, NUMBER, JSON"
    ),
    (
      "{\"parameters\": {\n\"a\": {\"defaultValue\": {\"value\": true}}}}",
      "a:2 \"defaultValue\" is \"value\": true, expected an object with a text as \"value\""
    ),
    (
      "{\"parameters\": {\"a\": {\"defaultValue\": {\"value\": \"x\"}, \"valueType\": \"NUMBER\"}}}",
      "a:1 \"defaultValue\" is \"x\", expected a number, as its type says"
    ),
    (
      "{\"parameters\": {\"a\": {\"conditionalValues\": {\"b\": {\"value\": \"x\"}}}}}",
      "a:1 \"conditionalValues.b\" is there, expected a condition of that name among the "
        + "\"conditions\""
    ),
    (
      "{\"parameters\": {\"a\": {}},\n\"parameterGroups\": {\"g\": {\"parameters\": {\"a\": {}}}}}",
      "a:2 is listed twice; the first one, on line 1, is used"
    ),
    (
      "{\"conditions\": [{\"name\": \"b\"}], \"parameters\": {\"a\": {\"defaultValue\": {\"value\": \"x\"},\n"
        + "\"conditionalValues\": {\"b\": {\"value\": \"x\"}}}}}",
      "a:1 all conditions give the default value"
    ),
    (
      "{\"parameters\": {\"a\": {},\n\"a\": {}}}",
      "a:2 is defined twice; this definition replaces the one on line 1"
    ),
    (
      "{\"parameters\": {\"a\": {\"defaultValeu\": {\"value\": \"x\"}}}}",
      "a:1 has \"defaultValeu\", did you mean \"defaultValue\"?"
    ),
    (
      "{\"parameters\": {\"a\": {},}}",
      "-:1 column 25: found \"}\", expected a name in quotes; SDKs of Remote Config read JSON only"
    ),
    (
      "{\"parameters\": {}, \"conditions\": {}}", "-:1 \"conditions\" is an object, expected a list"
    ),
    (
      "{\"parameters\": {}, \"conditions\": [{}]}",
      "-:1 \"conditions\" is an object, expected an object with a \"name\", so it is left out"
    ),
    (
      "{\"parameters\": {}, \"parameterGroups\": {\"g\": []}}",
      "g:1 \"parameterGroups\" is a list, expected an object"
    ),
  ])
  func `a malformed part is reported with its location`(text: String, expected: String) throws {
    #expect(try problems(text) == [expected])
  }

  @Test func `a malformed parameter does not affect other parameters`() throws {
    let text = #"{"parameters": {"a": 3, "b": {"defaultValue": {"value": "x"}}, "c": []}}"#
    #expect(try template(text).parameters.map(\.key) == ["b"])
  }

  @Test(
    arguments: [
      ("[]", "found a list, expected an object with \"parameters\" or \"parameterGroups\""),
      (
        "{\"a\": 1}",
        "found an object, expected an object with \"parameters\" or \"parameterGroups\""
      ),
      ("{\"features\": [], \"parameters\": {}}", nil),
      ("", "found nothing, expected a document"),
      ("{\"parameters\": ", "column 16: found the end of the document, expected a value"),
    ] as [(String, String?)]
  )
  func `a document that is not a template is rejected`(text: String, message: String?) {
    let error = #expect(throws: DocumentError.self) { try template(text) }
    if let message { #expect(error?.description == message) }
  }
}
