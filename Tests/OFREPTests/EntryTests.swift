import Documents
import FeatureFlags
import TestSupport
import Testing

@testable import OFREP

/// Tests the entries of responses, and JSON values that are passed on as text.
struct EntryTests {
  private func entry(_ json: String, key: String? = nil) throws -> OFREPEntry? {
    let (raw, node) = try RawJSON.parse(Array(json.utf8))
    return OFREPEntry(node, raw, key: key)
  }

  static let values: [(json: String, value: VariableValue?)] = [
    ("true", .boolean(true)), ("false", .boolean(false)), ("1", .integer(1)),
    ("1.0", .double(1)), ("1e2", .double(100)), ("-0", .integer(0)), ("-2.5", .double(-2.5)),
    ("9007199254740993", .integer(9_007_199_254_740_993)),
    ("9223372036854775808", .double(9_223_372_036_854_775_808)), ("1e999", nil), ("null", nil),
    (#""""#, .string("")), (#""1.0""#, .string("1.0")), (#""\u00e9\"]""#, .string("é\"]")),
    ("[1]", .json("[1]")), (#"{"a":{"b":"}"}}"#, .json(#"{"a":{"b":"}"}}"#)),
    (#"{"a":1e999}"#, nil),
  ]

  @Test(arguments: values.indices)
  func `a number's spelling determines its type, and a value is passed on unchanged`(
    index: Int
  ) throws {
    let (json, value) = Self.values[index]
    let text = #"{"key":"k","value":\#(json),"reason":"STATIC"}"#
    let entry = try #require(try entry(text))
    #expect(entry.value == value, "\(json)")
    #expect(entry.json().text == text)
  }

  @Test
  func `an entry is passed on with its unknown members, and with the key as the first member`()
    throws
  {
    let text = #" { "x" : [ 1.0 , "]" ] , "value":1.50,"key":"k","metadata":{"n":1.0}} "#
    let entry = try #require(try entry(text))
    #expect(
      entry.json().text == #"{"key":"k","x":[ 1.0 , "]" ],"value":1.50,"metadata":{"n":1.0}}"#
    )
    #expect(entry.metadata == [Variable(name: "n", value: .double(1))])
  }

  @Test(arguments: [
    (#"{"key":"k","metadata":{"n":1.0,"stale":false}}"#, #""metadata":{"n":1.0,"stale":true}}"#),
    (#"{"key":"k"}"#, #""metadata":{"stale":true}}"#),
    (#"{"key":"k","metadata":[1]}"#, #""metadata":{"stale":true}}"#),
    (
      #"{"key":"k","metadata":{"n":2},"value":1.0}"#,
      #""value":1.0,"metadata":{"n":2,"stale":true}}"#
    ),
  ])
  func `a stale entry has stale in its metadata, and is unchanged otherwise`(
    text: String,
    expected: String
  ) throws {
    let entry = try #require(try entry(text))
    #expect(entry.json(isStale: true).text == #"{"key":"k","# + expected)
    #expect(entry.json().text == text)
  }

  @Test func `fields of the wrong type are treated as missing`() throws {
    let text =
      #"{"key":"k","reason":5,"variant":{},"metadata":"x","errorCode":[],"errorDetails":1}"#
    let entry = try #require(try entry(text))
    #expect(entry.reason == nil && entry.variant == nil && entry.error == nil)
    #expect(entry.metadata.isEmpty && entry.value == nil)
  }

  @Test(arguments: [
    (#"{"errorCode":"GENERAL","errorDetails":"boom"}"#, "GENERAL: boom"),
    (#"{"errorCode":"GENERAL"}"#, "GENERAL"), (#"{"errorDetails":"boom"}"#, "boom"),
  ])
  func `an entry without a key gets the requested key, and its error has code and details`(
    text: String,
    message: String
  ) throws {
    let entry = try #require(try entry(text, key: "requested"))
    #expect(entry.key == "requested")
    #expect(entry.error?.description == message)
    #expect(try self.entry(text) == nil, "an entry of a bulk response needs a key")
  }

  @Test(arguments: [
    ("", "{}"), ("  \n", "{}"), ("{}", "{}"), (#"{"context":null}"#, "{}"),
    (
      #"{"context":{"targetingKey":"ana","n":1.0,"deep":{"a":[1,2.50]}}}"#,
      #"{"targetingKey":"ana","n":1.0,"deep":{"a":[1,2.50]}}"#
    ),
  ])
  func `the context of a request is passed on unchanged`(body: String, context: String) throws {
    let read = try OFREPContext(requestBody: Array(body.utf8))
    #expect(read.json.text == context)
  }

  @Test(arguments: [
    ("{", "column 2: found the end of the document, expected a name in quotes"),
    ("[1]", "found a list, expected an object"),
    (#"{"context":5}"#, #""context": found 5, expected an object"#),
    (#"{context:{}}"#, "column 2: found \"context\", expected a name in quotes"),
  ])
  func `a malformed request body throws an error`(body: String, message: String) {
    let error = #expect(throws: DocumentError.self) {
      _ = try OFREPContext(requestBody: Array(body.utf8))
    }
    #expect(error?.description == message)
  }

  @Test func `the context of a user has the targeting key and the attributes`() {
    var user = Lab.ana
    user.attributes["targetingKey"] = "attribute"
    #expect(OFREPContext(user).json.text == #"{"targetingKey":"ana","age":42,"plan":"gold"}"#)
    user.targetingKey = nil
    #expect(
      OFREPContext(user).json.text == #"{"age":42,"plan":"gold","targetingKey":"attribute"}"#
    )
    #expect(OFREPContext(EvaluationContext()).json.text == "{}")
  }

  @Test func `an error message contains only the beginning of a long description`() {
    let details = String(repeating: "no such flag ", count: 8_000)
    let error = OFREPEntry.ErrorObject(code: nil, details: details)
    #expect(error.description == details.prefix(String.excerptLimit) + "…")
  }
}
