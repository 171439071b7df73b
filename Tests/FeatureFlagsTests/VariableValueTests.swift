import TestSupport
import Testing

@testable import FeatureFlags

struct VariableValueTests {
  static let readable: [(text: String, type: VariableType, value: VariableValue)] = [
    ("true", .boolean, .boolean(true)), ("False", .boolean, .boolean(false)),
    ("-12", .integer, .integer(-12)),
    ("9007199254740993", .integer, .integer(9_007_199_254_740_993)),
    ("2", .double, .double(2)), ("1e3", .double, .double(1000)),
    ("", .string, .string("")), ("true", .string, .string("true")),
    ("{ a: [1, 2.50], }", .json, .json(#"{"a":[1,2.5]}"#)), ("null", .json, .json("null")),
    ("[9007199254740993]", .json, .json("[9007199254740993]")), ("'x'", .json, .json("\"x\"")),
  ]

  @Test(arguments: readable)
  func `a text is converted to a value of the given type, and back to an equal value`(
    text: String,
    type: VariableType,
    value: VariableValue
  ) {
    #expect(VariableValue(text, as: type) == value)
    #expect(value.type == type)
    #expect(VariableValue(value.description, as: type) == value)
  }

  static let unreadable: [(text: String, type: VariableType)] = [
    ("yes", .boolean), ("1", .boolean), ("", .boolean), ("2.5", .integer), ("", .integer),
    ("1e3", .integer), ("9223372036854775808", .integer), ("two", .double), ("", .double),
    ("inf", .double), ("nan", .double), ("1e999", .double), ("", .json), ("{", .json),
    ("[1e999]", .json), ("[NaN]", .json), ("text", .json), ("1 2", .json),
  ]

  @Test(arguments: unreadable)
  func `a text that cannot be converted to the type is rejected`(text: String, type: VariableType) {
    #expect(VariableValue(text, as: type) == nil)
  }

  static let conversions: [(value: VariableValue, type: VariableType, expected: VariableValue?)] = [
    (.integer(2), .double, .double(2)), (.double(2), .integer, .integer(2)),
    (.double(2.5), .integer, nil),
    (.integer(9_007_199_254_740_993), .double, .integer(9_007_199_254_740_993)),
    (.double(1e300), .integer, nil), (.string("2"), .integer, .integer(2)),
    (.string("2.5"), .double, .double(2.5)), (.string("2.5"), .integer, nil),
    (.string("true"), .boolean, .boolean(true)), (.string("yes"), .boolean, nil),
    (.integer(1), .boolean, nil), (.boolean(true), .integer, nil), (.boolean(true), .double, nil),
    (.boolean(false), .string, .string("false")), (.integer(-3), .string, .string("-3")),
    (.double(0.5), .string, .string("0.5")), (.integer(5), .json, .json("5")),
    (.string("a\"b"), .json, .json(#""a\"b""#)), (.string("[1]"), .json, .json(#""[1]""#)),
    (.json("5"), .integer, .integer(5)), (.json("5"), .double, .double(5)),
    (.json("\"x\""), .string, .string("x")), (.json("true"), .boolean, .boolean(true)),
    (.json("[1]"), .string, nil), (.json("null"), .boolean, nil),
    (.json(" [1, 2] "), .json, .json("[1,2]")), (.json("oops"), .json, nil),
    (.json("oops"), .string, nil), (.double(.infinity), .double, nil),
    (.double(.nan), .string, nil), (.double(.nan), .json, nil),
  ]

  @Test(arguments: conversions)
  func `a value is converted to another type if the conversion is lossless`(
    value: VariableValue,
    type: VariableType,
    expected: VariableValue?
  ) {
    #expect(value.converted(to: type) == expected)
  }

  @Test func `JSON that is nested too deep for an overrides file is rejected`() {
    let nested = { (depth: Int) in
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect(VariableValue(nested(100), as: .json) == .json(nested(100)))
    #expect(VariableValue(nested(101), as: .json) == nil)
    #expect(VariableValue(nested(1_000_000), as: .json) == nil)
  }

  @Test func `the descriptions of the variable types are unique`() {
    #expect(Set(VariableType.allCases.map(\.valueText)).count == VariableType.allCases.count)
    #expect(Set(VariableType.allCases.map(\.description)).count == VariableType.allCases.count)
  }
}
