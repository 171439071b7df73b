import FeatureFlags
import Testing

@testable import Flagd

struct FractionalTests {
  private static func quarters(_ text: String) -> String {
    #"{"fractional": ["\#(text)", ["first", 25], ["second", 25], ["third", 25], ["fourth", 25]]}"#
  }

  @Test(
    arguments: [
      ("fractional-flagjack", "fourth", "third"), ("fractional-flagqueen", "first", "fourth"),
      ("fractional-flagten", "second", "first"), ("fractional-flagnine", "third", "second"),
    ]
  )
  func `fractional selects different variants for the same hash in generations v1 and v2`(
    text: String,
    first: String,
    second: String
  ) throws {
    let rule = Self.quarters(text)
    #expect(try evaluated(rule, generation: .v1) == .string(first))
    #expect(try evaluated(rule, generation: .v2) == .string(second))
  }

  @Test(
    arguments: zip(
      ["ejOoVL", "bY9fO-", "SI7p-", "6LvT0", "ceQdGm"],
      ["first", "first", "first", "second", "second"]
    )
  )
  func `the lowest hashes select the first variant, and the highest the last variant`(
    text: String,
    variant: String
  ) throws {
    let rule = #"{"fractional": ["\#(text)", ["first", 50], ["second", 50]]}"#
    #expect(try evaluated(rule) == .string(variant))
  }

  @Test
  func `fractional hashes the flag key and the targeting key if it has no value to hash`() throws {
    let user = #"{"targetingKey": "ten"}"#
    let list = #"["first", 25], ["second", 25], ["third", 25], ["fourth", 25]"#
    let expected = try evaluated(Self.quarters("flagten"))
    #expect(try evaluated(#"{"fractional": [\#(list)]}"#, user) == expected)
    #expect(try evaluated(#"{"fractional": [null, \#(list)]}"#, user) == expected)
    #expect(try evaluated(#"{"fractional": [{"var": "x"}, \#(list)]}"#, user) == expected)
    #expect(try evaluated(#"{"fractional": [null, \#(list)]}"#, user, generation: .v3) == .null)
  }

  @Test(
    arguments: [
      #"[["a", 1], ["b", 1]]"#, #"[7, ["a"]]"#, #"["u", ["a", 0]]"#, #"["u", ["a", 1.5]]"#,
      #"["u", ["a", 2147483648]]"#, #"["u", ["a", 2147483647], ["b", 1]]"#, #"["u", [["a"], 1]]"#,
      #"["u", []]"#, #"["u", "a"]"#, #"["u"]"#, "[]", #"["u", ["a", "1"]]"#,
    ]
  )
  func `fractional returns null for invalid operands`(operands: String) throws {
    #expect(try evaluated(#"{"fractional": \#(operands)}"#) == .null)
  }

  @Test
  func `fractional accepts variants of any scalar type, and missing or negative weights`()
    throws
  {
    #expect(try evaluated(#"{"fractional": ["u", [true]]}"#) == .bool(true))
    #expect(try evaluated(#"{"fractional": ["u", [1.5, 3], ["b", -3]]}"#) == .number(1.5))
    #expect(try evaluated(#"{"fractional": ["u", [null, 1]]}"#) == .null)
    #expect(try evaluated(#"{"fractional": ["", ["a"]]}"#) == .string("a"))
    #expect(try evaluated(#"{"fractional": ["u", [{"cat": ["a", "b"]}, {"+": [1]}]]}"#) == "ab")
  }
}
