import FeatureFlags
import Testing

@testable import Optimizely
@testable import OptimizelyEngine

/// Tests parsing the values of variables by type.
struct VariableTests {
  @Test(
    arguments: [
      ("integer", "42", VariableValue.integer(42)), ("integer", "+42", .integer(42)),
      ("integer", "4.2", nil), ("integer", "", nil),
      ("double", "4.2", .double(4.2)), ("double", "4", .double(4)), ("double", "x", nil),
      ("boolean", "true", .boolean(true)), ("boolean", "True", nil), ("boolean", "1", nil),
      ("string", "", .string("")), ("unheard of", "raw", .string("raw")),
      (
        "json", #"{"a": [1, -0.5e3, true, null, "\u00e9"]}"#,
        .json(#"{"a":[1,-500,true,null,"é"]}"#)
      ),
      (
        "json", #"{"id": 9007199254740993, "b": {"d": 1, "c": 2}, "b": {"d": 3, "c": 4}}"#,
        .json(#"{"b":{"c":4,"d":3},"id":9007199254740993}"#)
      ),
      ("json", #"{"a": 1e400}"#, nil), ("json", "[1]", nil), ("json", "{", nil), ("json", "", nil),
      ("json", "1", nil),
      ("json", "{a: 1}", nil), ("json", "{'a': 1}", nil), ("json", #"{"a": .5}"#, nil),
      ("json", #"{"a": 01}"#, nil), ("json", #"{"a": 0x1}"#, nil), ("json", #"{"a": NaN}"#, nil),
      ("json", #"{"a": "\x41"}"#, nil), ("json", #"{"a": 1 /* b */}"#, nil),
      ("json", #"{true: 1}"#, nil), ("json", "{\"a\": \"\t\"}", nil),
    ] as [(String, String, VariableValue?)]
  )
  func `a text is parsed as a value of the variable's type, or rejected`(
    type: String,
    text: String,
    value: VariableValue?
  ) {
    #expect(VariableValue(text, datafileType: type) == value)
  }

  private let variables = """
    [{ "id": "v", "key": "size", "type": "integer", "defaultValue": "1" },
     { "id": "w", "key": "style", "type": "string", "subType": "json", "defaultValue": "{}" },
     { "id": "x", "key": "word", "type": "string" }]
    """

  private func decide(isOn: Bool) throws -> FlagDecision {
    let settings = #"[{ "id": "v", "value": "2" }, { "id": "else", "value": "?" }]"#
    let experiment = SmallDatafile.experiment("1", key: "e", variables: settings)
    let enabled = #""featureEnabled": true"#
    let datafile = SmallDatafile(
      experiments: "[\(isOn ? experiment : experiment.replacing(enabled + ",", with: ""))]",
      flags: "[\(SmallDatafile.flag("f", experiments: ["1"], variables: variables))]"
    )
    return try datafile.evaluator().decide("f", for: UserContext(id: "u"))
  }

  @Test func `a variation that is on has its own values, and defaults for other variables`()
    throws
  {
    let expected: [String: VariableValue] = [
      "size": .integer(2), "style": .json("{}"), "word": .string(""),
    ]
    #expect(try decide(isOn: true).variables == expected)
  }

  @Test func `a variation that is off has the default values`() throws {
    let decision = try decide(isOn: false)
    #expect(decision.variables["size"] == .integer(1))
    #expect(!decision.isEnabled)
    #expect(decision.variation == "on")
  }

  @Test func `64-bit integers are not rounded`() {
    let text = #"{"account":{"id":9007199254740993}}"#
    let values = OptimizelyJSON(["style": .json(text), "size": .integer(9_007_199_254_740_993)])
    #expect(values.toString() == #"{"size":9007199254740993,"style":\#(text)}"#)
    #expect(values.getValue(jsonPath: "size") == 9_007_199_254_740_993)
    #expect(values.getValue(jsonPath: "style.account.id") == 9_007_199_254_740_993)
    #expect(values.getValue(jsonPath: "style.account") == ["id": 9_007_199_254_740_993])
  }

  @Test(arguments: ["inf", "-infinity", "nan", "1e999"])
  func `an infinite number removes all variables of a decision, and a reason has the error`(
    text: String
  ) throws {
    let variables = """
      [{ "id": "v", "key": "share", "type": "double", "defaultValue": "\(text)" },
       { "id": "w", "key": "word", "type": "string", "defaultValue": "hello" },
       { "id": "x", "key": "size", "type": "integer", "defaultValue": "none" }]
      """
    let datafile = SmallDatafile(flags: "[\(SmallDatafile.flag("f", variables: variables))]")
    let decision = try datafile.evaluator().decide("f", for: UserContext(id: "u"))
    #expect(decision.variables.isEmpty)
    #expect(decision.invalidVariables == ["size"])
    #expect(
      decision.reasons == [
        #"Variable value for key "size" is invalid or wrong type."#,
        "Invalid variables for OptimizelyJSON.",
      ]
    )
  }
}
