import Foundation
import Testing

@testable import AscendEngine
@testable import AscendExperiments

/// Tests conversions of variables by the five getters.
struct ConversionTests {
  /// The expected results of the five getters: Boolean, integer, double, 64-bit integer, text.
  struct Row: CustomTestStringConvertible {
    let variable: ExperimentVariable
    let bool: Bool
    let int: Int
    let double: Double
    let long: Int64
    let string: String

    init(
      _ variable: ExperimentVariable,
      _ bool: Bool,
      _ int: Int,
      _ double: Double,
      _ long: Int64,
      _ string: String
    ) {
      self.variable = variable
      self.bool = bool
      self.int = int
      self.double = double
      self.long = long
      self.string = string
    }

    var testDescription: String { "\(variable.dataType?.rawValue ?? "untyped") \(variable)" }
  }

  static let typed = [
    Row(.bool(true), true, -1, -1, -1, ""),
    Row(.int(5), false, 5, -1, -1, ""),
    Row(.int64(6), false, -1, -1, 6, ""),
    Row(.double(1.5), false, -1, 1.5, -1, ""),
    Row(.string("true"), false, -1, -1, -1, "true"),
    Row(.string("7"), false, -1, -1, -1, "7"),
    Row(.list([.int(1)]), false, -1, -1, -1, ""),
    Row(.dictionary(["a": .int(1)]), false, -1, -1, -1, ""),
    Row(.empty, false, -1, -1, -1, ""),
  ]

  static let untyped = [
    Row(ExperimentVariable(.bool(true)), true, -1, -1, -1, "true"),
    Row(ExperimentVariable(.bool(false)), false, -1, -1, -1, "false"),
    Row(ExperimentVariable(.int(5)), false, 5, 5, 5, "5"),
    Row(ExperimentVariable(.int64(.max)), false, .max, 0x1p63, .max, "9223372036854775807"),
    Row(ExperimentVariable(.double(1.5)), false, -1, 1.5, -1, "1.5"),
    Row(ExperimentVariable(.double(2)), false, -1, 2, -1, "2.0"),
    Row(ExperimentVariable(.string(" TRUE ")), true, -1, -1, -1, " TRUE "),
    Row(ExperimentVariable(.string("")), false, -1, -1, -1, ""),
    Row(ExperimentVariable(.string("null")), false, -1, -1, -1, "null"),
    Row(ExperimentVariable(.string(" 12 ")), false, 12, 12, 12, " 12 "),
    Row(ExperimentVariable(.string("1.5")), false, -1, 1.5, -1, "1.5"),
    Row(ExperimentVariable(.string("many")), false, -1, -1, -1, "many"),
    Row(ExperimentVariable(.string("nan")), false, -1, -1, -1, "nan"),
    Row(ExperimentVariable(.string("-infinity")), false, -1, -1, -1, "-infinity"),
  ]

  @Test(arguments: typed + untyped)
  func `each of the five getters converts a variable to its type or returns its fallback`(row: Row)
  {
    #expect(row.variable.scalar() == row.bool)
    #expect(row.variable.scalar() == row.int)
    #expect(row.variable.scalar() == row.double)
    #expect(row.variable.scalar() == row.long)
    #expect(row.variable.scalar() == row.string)
  }

  @Test(
    arguments: [
      ("BOOL", "TRUE", .bool(true)), ("boolean", "yes", .bool(false)),
      ("INT", "-3", .int(-3)), ("integer", "3.5", .string("3.5")), ("INT", " 3", .string(" 3")),
      ("NUMBER", "3", .int(3)), ("NUMBER", "3.5", .double(3.5)), ("number", "x", .string("x")),
      ("LONG", "9223372036854775807", .int64(.max)), ("INT64", "x", .string("x")),
      ("LONG", "9223372036854775808", .string("9223372036854775808")),
      ("DOUBLE", "1e3", .double(1000)), ("Float", "0.5", .double(0.5)), ("DOUBLE", "", .string("")),
      ("DOUBLE", "nan", .string("nan")), ("DOUBLE", "inf", .string("inf")),
      ("STRING", "true", .string("true")), ("TEXT", "5", .string("5")),
      ("JSON", "{}", .string("{}")), ("", "5", .string("5")),
    ] as [(String, String, ExperimentVariable)]
  )
  func `a value has the data type that the response declares, or is a text if it does not match`(
    type: String,
    text: String,
    expected: ExperimentVariable
  ) {
    #expect(ExperimentVariable(text, dataType: type) == expected)
  }

  @Test(
    arguments: [
      ("true", .bool(true)), ("5", .int(5)), ("9223372036854775807", .int(Int.max)),
      ("1.5", .double(1.5)), ("\"a\"", .string("a")), ("null", .empty),
      ("[1,\"b\"]", .list([ExperimentVariable(.int(1)), ExperimentVariable(.string("b"))])),
      (
        "{\"a\":{\"b\":2}}",
        .dictionary([
          "a": ExperimentVariable(.dictionary(["b": ExperimentVariable(.int(2))]))
        ])
      ),
    ] as [(String, ExperimentVariable.Content)]
  )
  func `a JSON value is decoded to a type-erased value that is encoded to the same JSON`(
    text: String,
    content: ExperimentVariable.Content
  ) throws {
    let variable = try JSONDecoder().decode(ExperimentVariable.self, from: Data(text.utf8))
    #expect(variable == ExperimentVariable(content))
    #expect(variable.description == text)
  }

  @Test func `two variables with the same value but different types are not equal`() {
    #expect(ExperimentVariable.int(5) != ExperimentVariable(.int(5)))
    #expect(ExperimentVariable.int(5) != .int64(5))
  }

  @Test func `a whole double becomes an integer after encoding and decoding`() throws {
    let text = ExperimentVariable.double(2).description
    let variable = try JSONDecoder().decode(ExperimentVariable.self, from: Data(text.utf8))
    #expect(variable == ExperimentVariable(.int(2)))
    #expect(variable.scalar() == 2.0)
  }

  @Test func `a double that is not finite is encoded as null, and other values are unchanged`() {
    let variable = ExperimentVariable.dictionary(["a": .double(.nan), "b": .int(1), "c": .empty])
    #expect(variable.description == #"{"a":null,"b":1,"c":null}"#)
  }
}
