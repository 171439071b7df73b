import Documents
import FeatureFlags
import Targeting
import Testing

@testable import GrowthBook

/// Tests conditions on attributes, which have the semantics of JavaScript.
struct ConditionTests {
  private static let groups = #", "savedGroups": {"g": ["a", 3]}"#

  private static func isMet(_ condition: String, _ attributes: String) throws -> Bool {
    let sample = try GrowthBookSample(
      rule: #""condition": \#(condition), "force": 1"#,
      groups
    )
    let isMet = try sample.value(attributes) == "1"
    // The trace shows the same result.
    let trace = try sample.trace(attributes)
    #expect(trace.hasPrefix("rule 1 -> \(isMet ? "1" : "targetingMismatch")"), "\(trace)")
    return isMet
  }

  @Test(
    arguments: [
      (#"{"a": "x"}"#, #"{"a": "x"}"#), (#"{"a": "null"}"#, "{}"),
      (#"{"a": "true"}"#, #"{"a": true}"#),
      (#"{"a": "3"}"#, #"{"a": 3}"#), (#"{"a": "1,2"}"#, #"{"a": [1, 2]}"#),
      (#"{"a": "1,,x"}"#, #"{"a": [1, null, "x"]}"#), (#"{"a": "[object Object]"}"#, #"{"a": {}}"#),
      (#"{"a": "100000000000000000000"}"#, #"{"a": 1e20}"#),
      (#"{"a": 3}"#, #"{"a": "3"}"#), (#"{"a": 3}"#, #"{"a": " 3 "}"#), (#"{"a": 0}"#, "{}"),
      (#"{"a": 0}"#, #"{"a": ""}"#), (#"{"a": 1}"#, #"{"a": true}"#),
      (#"{"a": 3}"#, #"{"a": [3]}"#),
      (#"{"a": 0}"#, #"{"a": []}"#),
      (#"{"a": true}"#, #"{"a": "no"}"#), (#"{"a": true}"#, #"{"a": []}"#),
      (#"{"a": false}"#, #"{"a": 0}"#), (#"{"a": false}"#, #"{"a": ""}"#),
      (#"{"a": null}"#, "{}"), (#"{"a": null}"#, #"{"a": null}"#),
      (#"{"a": [1, "x"]}"#, #"{"a": [1, "x"]}"#), (#"{"a": {"b": 1}}"#, #"{"a": {"b": 1}}"#),
      (#"{"a.length": 2}"#, #"{"a": [4, 5]}"#), (#"{"a.b.length": 0}"#, #"{"a": {"b": []}}"#),
      (#"{"a.length": null}"#, #"{"a": "text"}"#),
      (#"{"a": {}}"#, #"{"a": {}}"#), (#"{"a.b.1": 5}"#, #"{"a": {"b": [4, 5]}}"#),
      ("{}", "{}"), (#"{"$or": []}"#, "{}"), (#"{"$and": []}"#, "{}"),
      (#"{"$or": [{"a": 1}, {"b": 2}]}"#, #"{"b": 2}"#), (#"{"$nor": [{"a": 1}]}"#, #"{"a": 2}"#),
      (#"{"$not": {"a": 1}}"#, #"{"a": 2}"#), (#"{"a": 1, "b": 2}"#, #"{"a": 1, "b": 2}"#),
      (#"{"a": 1, "a": 2}"#, #"{"a": 2}"#),
    ]
  )
  func `a condition matches an attribute that is equal after the conversions of JavaScript`(
    condition: String,
    attributes: String
  ) throws {
    #expect(try Self.isMet(condition, attributes))
  }

  @Test(
    arguments: [
      (#"{"a": "x"}"#, #"{"a": "X"}"#), (#"{"a": 3}"#, #"{"a": "3x"}"#),
      (#"{"a": 0}"#, #"{"a": {}}"#),
      (#"{"a": 0}"#, #"{"a": "inf"}"#), (#"{"a": false}"#, "{}"), (#"{"a": true}"#, "{}"),
      (#"{"a": null}"#, #"{"a": 0}"#), (#"{"a": [1, 2]}"#, #"{"a": [2, 1]}"#),
      (#"{"a": [1]}"#, #"{"a": "[1]"}"#), (#"{"$nor": []}"#, "{}"), (#"{"$not": {}}"#, "{}"),
      (#"{"$nor": [{"a": 1}, {"a": 2}]}"#, #"{"a": 2}"#), (#"{"a.b": 1}"#, #"{"a.b": 1}"#),
      (#"{"a.3": 1}"#, #"{"a": [1]}"#), (#"{"a": 1, "b": 2}"#, #"{"a": 1, "b": 3}"#),
    ]
  )
  func `a condition does not match an attribute that differs after the conversions`(
    condition: String,
    attributes: String
  ) throws {
    #expect(try !Self.isMet(condition, attributes))
  }

  @Test(
    arguments: [
      (#"{"$eq": "x"}"#, #""x""#, true), (#"{"$eq": 3}"#, #""3""#, false),
      (#"{"$eq": [1]}"#, "[1]", false), (#"{"$ne": [1]}"#, "[1]", true),
      (#"{"$ne": 3}"#, "3", false),
      (#"{"$eq": null}"#, "null", true), (#"{"$ne": "a"}"#, "null", true),
      (#"{"$lt": "b"}"#, #""a""#, true), (#"{"$lt": "b"}"#, #""B""#, true),
      (#"{"$lt": 10}"#, #""9""#, true), (#"{"$lt": "10"}"#, #""9""#, false),
      (#"{"$lt": "10"}"#, "9", true), (#"{"$gt": -1}"#, "null", true),
      (#"{"$gt": 1}"#, #""x""#, false),
      (#"{"$lte": 1}"#, "true", true), (#"{"$gte": 5}"#, "[5]", true),
      (#"{"$lte": "\uffff"}"#, #""😀""#, true),
      (#"{"$in": ["a", 3]}"#, "3", true), (#"{"$in": ["a", 3]}"#, #""3""#, false),
      (#"{"$in": ["a", 3]}"#, #"["b", "a"]"#, true), (#"{"$in": [null]}"#, "null", true),
      (#"{"$in": []}"#, "null", false), (#"{"$in": "abc"}"#, #""a""#, false),
      (#"{"$nin": "abc"}"#, #""z""#, false), (#"{"$nin": ["a"]}"#, "null", true),
      (#"{"$nin": ["a"]}"#, #"["a", "b"]"#, false), (#"{"$nin": ["a"]}"#, "[]", true),
      (#"{"$ini": ["A", 1]}"#, #""a""#, true), (#"{"$ini": ["b"]}"#, #"["B"]"#, true),
      (#"{"$nini": ["b"]}"#, #""B""#, false), (#"{"$in": ["A"]}"#, #""a""#, false),
      (#"{"$in": [true]}"#, "true", true), (#"{"$in": [true]}"#, "1", false),
      (#"{"$inGroup": "g"}"#, #""a""#, true), (#"{"$inGroup": "g"}"#, #""3""#, false),
      (#"{"$inGroup": "none"}"#, #""a""#, false), (#"{"$notInGroup": "none"}"#, #""a""#, true),
      (#"{"$notInGroup": "g"}"#, "3", false),
      (#"{"$all": ["a", "b"]}"#, #"["b", "c", "a"]"#, true), (#"{"$all": ["a"]}"#, #""a""#, false),
      (#"{"$all": [{"$gt": 2}, "1"]}"#, "[1, 3]", true), (#"{"$all": []}"#, "[]", true),
      (#"{"$all": []}"#, "1", false),
      (#"{"$all": "a"}"#, #"["a"]"#, false), (#"{"$alli": ["A"]}"#, #"["a"]"#, true),
      (#"{"$elemMatch": {"$gt": 2}}"#, "[1, 3]", true),
      (#"{"$elemMatch": {"$lt": 1}}"#, "[0]", false),
      (#"{"$elemMatch": {"b": 1}}"#, #"[{"b": 2}, {"b": 1}]"#, true),
      (#"{"$elemMatch": {}}"#, "[1]", true),
      (#"{"$elemMatch": "a"}"#, #"["a"]"#, false),
      (#"{"$elemMatch": {"$eq": "a"}}"#, #""a""#, false),
      (#"{"$size": 2}"#, "[1, 2]", true), (#"{"$size": {"$gt": 1}}"#, "[1]", false),
      (#"{"$size": 1}"#, #""a""#, false),
      (#"{"$exists": true}"#, "0", true), (#"{"$exists": true}"#, "null", false),
      (#"{"$exists": 0}"#, "null", true),
      (#"{"$type": "array"}"#, "[]", true), (#"{"$type": "null"}"#, "null", true),
      (#"{"$type": "boolean"}"#, "true", true),
      (#"{"$type": "number"}"#, #""1""#, false), (#"{"$type": "undefined"}"#, "null", false),
      (#"{"$regex": "^a.c$"}"#, #""abc""#, true), (#"{"$regex": "B"}"#, #""abc""#, false),
      (#"{"$regexi": "B"}"#, #""abc""#, true),
      (#"{"$regex": "ul"}"#, "null", true), (#"{"$regex": "("}"#, #""(""#, false),
      (#"{"$regex": 1}"#, "1", false),
      (#"{"$not": "x"}"#, #""y""#, true), (#"{"$not": {"$in": ["y"]}}"#, #""y""#, false),
      (#"{"$near": 1}"#, "1", false), (#"{"$not": {"$near": 1}}"#, "1", true),
      (#"{"$gt": 1, "$lt": 3}"#, "2", true),
      (#"{"$gt": 1, "$lt": 3}"#, "3", false),
    ]
  )
  func `each operator compares the attribute with its operand as in JavaScript`(
    operators: String,
    value: String,
    isMet: Bool
  ) throws {
    #expect(try Self.isMet(#"{"a": \#(operators)}"#, #"{"a": \#(value)}"#) == isMet)
  }

  @Test func `texts are ordered by their UTF-16 code units`() {
    let texts = ["", "a", "ab", "b", "é", "\u{D7FF}", "😀", "😁", "😁a", "\u{E000}", "\u{FFFD}"]
    for (left, first) in texts.enumerated() {
      for (right, second) in texts.enumerated() {
        let order = first.order(relativeTo: second).signum()
        #expect(order == (left - right).signum(), "\(first) \(second)")
        #expect((order < 0) == first.utf16.lexicographicallyPrecedes(second.utf16))
      }
    }
  }

  @Test
  func `versions are ordered by their numbers, and a release follows its prereleases`() {
    let ordered = [
      "0", "0.9", "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-beta.2", "1.0.0-beta.11", "1.0.0",
      "v1.0.1+build.7",
      "1.2.0", "1.10.0",
    ].map { AttributeValue.string($0).paddedVersion }
    #expect(ordered == ordered.sorted { $0.order(relativeTo: $1) < 0 })
    let zero = AttributeValue.string("0").paddedVersion
    let others: [AttributeValue] = [.null, "", .list([]), true]
    #expect(others.allSatisfy { $0.paddedVersion == zero })
    #expect(AttributeValue.number(1.5).paddedVersion == "    1-    5")
  }

  @Test(
    arguments: [
      ("$veq", "1.0.0", "v1.0.0+x", true), ("$vne", "1.0.0", "1.0.0", false),
      ("$vne", "1.0.0", "1.0.1", true),
      ("$vgt", "1.9.0", "1.10.0", true), ("$vgte", "1.9.0", "1.9.0-rc", false),
      ("$vlt", "2", "1.9", true),
      ("$vlte", "1.9.0", "1.9.0", true),
    ]
  )
  func `each version operator compares the attribute with its operand as versions`(
    name: String,
    operand: String,
    value: String,
    isMet: Bool
  )
    throws
  {
    #expect(try Self.isMet(#"{"v": {"\#(name)": "\#(operand)"}}"#, #"{"v": "\#(value)"}"#) == isMet)
  }

  @Test
  func `an evaluation that exceeds the step limit fails`() throws {
    let list = "[" + (0..<1_000).map { "\($0)" }.joined(separator: ",") + "]"
    let sample = try GrowthBookSample(
      rule: #""condition": {"a": {"$all": \#(list.replacing(",", with: ".5,"))}}, "force": 1"#
    )
    #expect(try sample.result(#"{"a": [1]}"#).hasPrefix("0 DEFAULT"))
    let reversed = try GrowthBookSample(
      rule: #""condition": {"a": {"$all": \#(list)}}, "force": 1"#
    )
    let failure = try reversed.feature(#"{"a": \#(list)}"#).failure
    #expect(failure?.message == "the rule needs more than 100000 steps")
  }
}
