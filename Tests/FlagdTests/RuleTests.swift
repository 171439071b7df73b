import FeatureFlags
import Testing

@testable import Flagd

/// A rule, a user, and the expected value in JSON; `failed` for a failed evaluation.
struct RuleCase: CustomTestStringConvertible, Sendable {
  let rule: String
  let user: String
  let expected: String

  init(_ rule: String, _ expected: String, for user: String = "{}") {
    self.rule = rule
    self.user = user
    self.expected = expected
  }

  var testDescription: String { rule }

  func check() {
    let found: String
    do { found = try evaluated(rule, user).description } catch { found = "failed" }
    #expect(found == expected)
  }
}

struct RuleTests {
  private static let user = """
    { "a": { "b": [10, 20] }, "n": null, "zero": 0, "list": [1, 2, 3],
      "items": [{ "qty": 1 }, { "qty": 2 }], "qty": 9 }
    """

  @Test(
    arguments: [
      RuleCase(#"{"var": "a.b.1"}"#, "20", for: user),
      RuleCase(#"{"var": ["a.b.0"]}"#, "10", for: user),
      RuleCase(#"{"var": "a..b.0"}"#, "10", for: user),
      RuleCase(#"{"var": "a.b.7"}"#, "null", for: user),
      RuleCase(#"{"var": "a.b.x"}"#, "null", for: user),
      RuleCase(#"{"var": ["a.x", "default"]}"#, #""default""#, for: user),
      RuleCase(#"{"var": ["n", 5]}"#, "5", for: user),
      RuleCase(#"{"var": ["zero", 5]}"#, "0", for: user),
      RuleCase(#"{"var": {"cat": ["a", ".b.", 0]}}"#, "10", for: user),
      RuleCase(#"{"var": [{"cat": ["a", ".b.", 0]}]}"#, "10", for: user),
      RuleCase(#"{"var": [1]}"#, "failed"),
      RuleCase(#"{"var": true}"#, "failed"),
      RuleCase(#"{"map": [[[7, 8]], {"var": 1}]}"#, "[8]"),
      RuleCase(#"{"var": "targetingKey"}"#, #""ana""#, for: #"{"targetingKey": "ana"}"#),
      RuleCase(#"{"var": "targetingKey"}"#, "7", for: #"{"targetingKey": 7}"#),
      RuleCase(#"{"var": "$flagd.flagKey"}"#, #""flag""#),
      RuleCase(#"{"var": "$flagd.timestamp"}"#, "1700000000"),
      RuleCase(#"{"var": "$flagd.other"}"#, "null"),
      RuleCase(#"{"var": "$flagd.flagKey"}"#, #""flag""#, for: #"{"$flagd": {"flagKey": "x"}}"#),
      RuleCase(
        #"{"var": ""}"#,
        #"{"$flagd":{"flagKey":"flag","timestamp":1700000000},"targetingKey":"ana"}"#,
        for: #"{"targetingKey": "ana"}"#
      ),
      RuleCase(#"{"missing": ["a.b", "x", "n"]}"#, #"["x","n"]"#, for: user),
      RuleCase(#"{"missing": {"merge": [["x"], "zero"]}}"#, #"["x"]"#, for: user),
      RuleCase(#"{"missing_some": [1, ["x", "a"]]}"#, "[]", for: user),
      RuleCase(#"{"missing_some": [2, ["x", "a"]]}"#, #"["x"]"#, for: user),
    ]
  )
  func `a variable has the value at its path, or its default`(example: RuleCase) { example.check() }

  @Test(
    arguments: [
      RuleCase(#"{"if": []}"#, "null"),
      RuleCase(#"{"if": [7]}"#, "7"),
      RuleCase(#"{"if": [false, 1]}"#, "null"),
      RuleCase(#"{"if": [{}, 1, "0", 2, 3]}"#, "2"),
      RuleCase(#"{"if": [true, 1, {"nothing": 1}, 2]}"#, "1"),
      RuleCase(#"{"?:": [[], 1, 2]}"#, "2"),
      RuleCase(#"{"and": []}"#, "null"),
      RuleCase(#"{"and": [1, "", {"nothing": 1}]}"#, #""""#),
      RuleCase(#"{"and": [1, "x"]}"#, #""x""#),
      RuleCase(#"{"or": [0, "x", {"nothing": 1}]}"#, #""x""#),
      RuleCase(#"{"or": [0, null]}"#, "null"),
      RuleCase(#"{"!": [[]]}"#, "true"),
      RuleCase(#"{"!!": "0"}"#, "true"),
      RuleCase(#"{"!": {"var": "x"}}"#, "true"),
      RuleCase(#"{"nothing": [1]}"#, "failed"),
      RuleCase(#"{"log": 1}"#, "failed"),
      RuleCase(#"{"fractionalEvaluation": []}"#, "failed"),
      RuleCase(#"{"a": 1, "b": {"var": "x"}}"#, #"{"a":1,"b":{"var":"x"}}"#),
      RuleCase(#"[1, {"+": [1, 1]}, [{"+": [2]}]]"#, "[1,2,[2]]"),
    ]
  )
  func `conditions evaluate only the operands that they need`(example: RuleCase) { example.check() }

  @Test(
    arguments: [
      RuleCase(#"{"==": [null, 0]}"#, "false"),
      RuleCase(#"{"==": [null, {"var": "x"}]}"#, "true"),
      RuleCase(#"{"==": ["", 0]}"#, "true"),
      RuleCase(#"{"==": [true, "1"]}"#, "true"),
      RuleCase(#"{"==": ["1", "1.0"]}"#, "false"),
      RuleCase(#"{"==": [[1], [1]]}"#, "false"),
      RuleCase(#"{"!=": [[1], [1]]}"#, "true"),
      RuleCase(#"{"==": ["é", "e\u0301"]}"#, "false"),
      RuleCase(#"{"===": [1, 1.0]}"#, "true"),
      RuleCase(#"{"===": [1, "1"]}"#, "false"),
      RuleCase(#"{"===": [null, null]}"#, "true"),
      RuleCase(#"{"===": [{}, {}]}"#, "false"),
      RuleCase(#"{"!==": [1, true]}"#, "true"),
      RuleCase(#"{"<": ["10", "9"]}"#, "true"),
      RuleCase(#"{"<": ["10", 9]}"#, "false"),
      RuleCase(#"{"<": ["Z", "a"]}"#, "true"),
      RuleCase(#"{"<": [null, 1]}"#, "true"),
      RuleCase(#"{"<": ["x", 1]}"#, "false"),
      RuleCase(#"{">=": ["x", 1]}"#, "false"),
      RuleCase(#"{"<=": [1, 1, 2]}"#, "true"),
      RuleCase(#"{">": [3, 2, 2]}"#, "false"),
      RuleCase(#"{">": ["0x1p4", 15]}"#, "true"),
      RuleCase(#"{">": ["0x10", 15]}"#, "false"),
      RuleCase(#"{">": ["inf", 1e300]}"#, "true"),
      RuleCase(#"{">": ["1e999", 1]}"#, "false"),
      RuleCase(#"{"<": [1]}"#, "failed"),
    ]
  )
  func `comparisons convert values as the engine of flagd does`(example: RuleCase) {
    example.check()
  }

  @Test(
    arguments: [
      RuleCase(#"{"in": ["", "x"]}"#, "true"),
      RuleCase(#"{"in": [1, "1"]}"#, "failed"),
      RuleCase(#"{"in": [1, [1.0]]}"#, "true"),
      RuleCase(#"{"in": ["1", [1]]}"#, "false"),
      RuleCase(#"{"in": [5, [[1, 5], 9]]}"#, "true"),
      RuleCase(#"{"in": [6, [[1, 5], 9]]}"#, "false"),
      RuleCase(#"{"in": ["x", null]}"#, "false"),
      RuleCase(#"{"cat": ["a", 1.0, null, 0.00001, 1e21]}"#, #""a10.000011000000000000000000000""#),
      RuleCase(#"{"cat": [" a ", "b "]}"#, #""a b""#),
      RuleCase(#"{"cat": [" a "]}"#, #"" a ""#),
      RuleCase(#"{"cat": "x"}"#, #""x""#),
      RuleCase(#"{"cat": ["a", true]}"#, "failed"),
      RuleCase(#"{"substr": ["héllo", 1, 3]}"#, #""éll""#),
      RuleCase(#"{"substr": ["hello", -2]}"#, #""lo""#),
      RuleCase(#"{"substr": ["hello", 1, -2]}"#, #""el""#),
      RuleCase(#"{"substr": ["hello", 9]}"#, #""hello""#),
      RuleCase(#"{"substr": ["hello", 0, 1e300]}"#, #""hello""#),
      RuleCase(#"{"substr": [null, 1]}"#, "failed"),
      RuleCase(#"{"+": ["1", 1, "x"]}"#, "2"),
      RuleCase(#"{"+": "3.14"}"#, "3.14"),
      RuleCase(#"{"+": [true]}"#, "failed"),
      RuleCase(#"{"-": [3]}"#, "-3"),
      RuleCase(#"{"-": [5, 2]}"#, "3"),
      RuleCase(#"{"/": [1, 0]}"#, "failed"),
      RuleCase(#"{">": [{"/": [1, 0]}, 5]}"#, "true"),
      RuleCase(#"{"%": [-7, 3]}"#, "-1"),
      RuleCase(#"{"min": [3, "2"]}"#, "2"),
      RuleCase(#"{"max": []}"#, "null"),
      RuleCase(#"{"abs": -4}"#, "4"),
      RuleCase(#"{"starts_with": ["abc", "ab"]}"#, "true"),
      RuleCase(#"{"ends_with": ["abc", ""]}"#, "true"),
      RuleCase(#"{"ends_with": ["abc", "C"]}"#, "false"),
      RuleCase(#"{"starts_with": [1, "1"]}"#, "null"),
      RuleCase(#"{"starts_with": ["abc"]}"#, "null"),
    ]
  )
  func `text and number operators accept the same operands as the Go engine`(example: RuleCase) {
    example.check()
  }

  @Test(
    arguments: [
      RuleCase(#"{"map": [{"var": "list"}, {"*": [{"var": ""}, 2]}]}"#, "[2,4,6]", for: user),
      RuleCase(#"{"filter": [{"var": "list"}, {">": [{"var": ""}, 1]}]}"#, "[2,3]", for: user),
      RuleCase(#"{"map": [{"var": "items"}, {"var": "qty"}]}"#, "[1,2]", for: user),
      // A variable of the user hides that of the element, except in a relative path.
      RuleCase(#"{"some": [{"var": "items"}, {"==": [{"var": "qty"}, 2]}]}"#, "false", for: user),
      RuleCase(#"{"some": [{"var": "items"}, {"==": [{"var": ".qty"}, 2]}]}"#, "true", for: user),
      RuleCase(#"{"all": [[], true]}"#, "false"),
      RuleCase(#"{"none": [null, true]}"#, "true"),
      RuleCase(#"{"some": [null, true]}"#, "false"),
      RuleCase(#"{"filter": ["x", true]}"#, "failed"),
      RuleCase(
        #"{"reduce": [[1, 2], {"+": [{"var": "current"}, {"var": "accumulator"}]}, 3]}"#,
        "6"
      ),
      RuleCase(#"{"reduce": [null, 1, 3]}"#, "3"),
      RuleCase(#"{"reduce": [[1], 1, null]}"#, "failed"),
      RuleCase(#"{"merge": [[1, [2]], 3, null]}"#, "[1,[2],3,null]"),
      RuleCase(#"{"set": [{"a": 1, "b": 2}, "a", 3]}"#, #"{"a":3,"b":2}"#),
      RuleCase(#"{"contains_all": [["a", "b"], ["b"]]}"#, "true"),
      RuleCase(#"{"contains_any": [["a"], ["b"]]}"#, "false"),
      RuleCase(#"{"contains_none": [["a"], ["b"]]}"#, "true"),
    ]
  )
  func `list operators evaluate a rule for each element`(example: RuleCase) { example.check() }

  @Test(
    arguments: [
      RuleCase(#"{"sem_ver": ["v1.2.3", "=", "1.2.3+build"]}"#, "true"),
      RuleCase(#"{"sem_ver": [1.2, "=", "1.2.0"]}"#, "true"),
      RuleCase(#"{"sem_ver": ["2", "!=", "1.9.9"]}"#, "true"),
      RuleCase(#"{"sem_ver": ["1.0.0-rc.2", "<", "1.0.0-rc.10"]}"#, "true"),
      RuleCase(#"{"sem_ver": ["1.0.0", "<=", "1.0.0-rc.1"]}"#, "false"),
      RuleCase(#"{"sem_ver": ["1.0.0", ">", "1.0.0-rc.1"]}"#, "true"),
      RuleCase(#"{"sem_ver": ["1.0.0", ">=", "1.0.0"]}"#, "true"),
      RuleCase(#"{"sem_ver": ["3.9.0", "^", "3.0.0"]}"#, "true"),
      RuleCase(#"{"sem_ver": ["3.9.0", "~", "3.0.0"]}"#, "false"),
      RuleCase(#"{"sem_ver": ["1-rc", "=", "1.0.0-rc"]}"#, "null"),
      RuleCase(#"{"sem_ver": ["1.0.0.0", "=", "1.0.0"]}"#, "null"),
      RuleCase(#"{"sem_ver": ["01.0.0", "=", "1.0.0"]}"#, "null"),
      RuleCase(#"{"sem_ver": ["1.0.0", "===", "1.0.0"]}"#, "null"),
      RuleCase(#"{"sem_ver": ["1.0.0", "="]}"#, "null"),
    ]
  )
  func `sem_ver compares versions, and returns null for invalid operands`(example: RuleCase) {
    example.check()
  }

  @Test
  func `a rule that exceeds the step limit fails`() {
    let list = "[" + Array(repeating: "1", count: 1_100).joined(separator: ",") + "]"
    let rules = [
      #"{"map": [LIST, {"map": [LIST, 1]}]}"#,
      #"{"reduce": [LIST, {"merge": [{"var": "accumulator"}, {"var": "accumulator"}]}, 1]}"#,
      #"{"reduce": [LIST, {"cat": [{"var": "accumulator"}, {"var": "accumulator"}]}, "x"]}"#,
    ]
    for rule in rules { RuleCase(rule.replacing("LIST", with: list), "failed").check() }
    // Reading the text takes fewer steps than the limit, and reading and searching it takes more.
    let text = String(repeating: "ab", count: 960_000)
    RuleCase(#"{"in": ["c", "\#(text)"]}"#, "failed").check()
  }

  @Test
  func `a rule that is nested too deeply fails`() {
    let rule = String(repeating: #"{"!":"#, count: 101) + "1" + String(repeating: "}", count: 101)
    RuleCase(rule, "failed").check()
    RuleCase(String(rule.dropFirst(5).dropLast()), "true").check()
  }
}
