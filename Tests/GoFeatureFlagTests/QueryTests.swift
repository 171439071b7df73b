import FeatureFlags
import Targeting
import Testing

@testable import GoFeatureFlag

/// Tests the query language of rules.
struct QueryTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let query: String
    let data: String
    let expected: Bool

    var testDescription: String { "\(query) with \(data)" }

    init(_ query: String, _ data: String, _ expected: Bool) {
      (self.query, self.data, self.expected) = (query, data, expected)
    }
  }

  private static let comparisons = [
    Case(#"plan eq "gold""#, #"{"plan": "GOLD"}"#, true),
    Case(#"plan == "gold""#, #"{"plan": "silver"}"#, false),
    Case(#"plan ne "gold""#, #"{"plan": "silver"}"#, true),
    Case(#"plan ne "gold""#, "{}", false),
    Case(#"plan ne "gold""#, #"{"plan": 1}"#, false),
    Case(#"plan co "OL""#, #"{"plan": "gold"}"#, true),
    Case(#"plan sw "Go""#, #"{"plan": "gold"}"#, true),
    Case(#"plan EW "LD""#, #"{"plan": "gold"}"#, true),
    Case(#"plan in ["gold","silver"]"#, #"{"plan": "gold"}"#, true),
    Case(#"plan in ["gold", "silver"]"#, #"{"plan": "Gold"}"#, false),
    Case(#"name lt "b""#, #"{"name": "Anna"}"#, true),
    Case("age gt 17", #"{"age": 18}"#, true),
    Case("age eq 1", #"{"age": 1.9}"#, true),
    Case("age >= 1.5", #"{"age": 1.5}"#, true),
    Case("age eq 18", #"{"age": "18"}"#, false),
    Case("age IN [17, 18]", #"{"age": 18}"#, true),
    Case("age in [17, 18]", #"{"age": 18.5}"#, false),
    Case("age in [1.5,2.5]", #"{"age": 2.5}"#, true),
    Case("user.age in [18]", #"{"user": {"age": 18}}"#, false),
    Case("user.age eq 18", #"{"user": {"age": 18}}"#, true),
    Case("beta eq true", #"{"beta": true}"#, true),
    Case("beta ne true", "{}", false),
    Case("beta eq null", "{}", true),
    Case("beta ne null", #"{"beta": false}"#, true),
    Case("beta pr", #"{"beta": false}"#, true),
    Case("beta pr", "{}", false),
    Case("app ge 2.1.0", #"{"app": "2.10.0"}"#, true),
    Case("app lt 2.1.0", #"{"app": "2.1.0-rc.1"}"#, true),
    Case("app ge 2.1.0", #"{"app": "3.0"}"#, false),
  ]

  private static let combinations = [
    Case("a eq 1 or b eq 1 and c eq 1", #"{"a": 1}"#, false),
    Case("a eq 1 or (b eq 1 and c eq 1)", #"{"a": 1}"#, true),
    Case("( a eq 1 ) and b eq 2", #"{"a": 1, "b": 2}"#, true),
    Case("not (a eq 1)", #"{"a": 2}"#, true),
    Case("NOT(a eq 1)", #"{"a": 1}"#, false),
    Case("not (a co 5)", #"{"a": 2}"#, false),
    Case("a co 5 or a eq 2", #"{"a": 2}"#, false),
    Case("a eq 2 or a co 5", #"{"a": 2}"#, true),
    Case("a eq 2 AND b eq 9", #"{"a": 2}"#, true),
    Case("a eq 2  and b eq 9", #"{"a": 2}"#, true),
    Case("a  eq 2", #"{"a": 2}"#, false),
    Case("eq eq 2", #"{"eq": 2}"#, false),
    Case("a.b.c eq 1", #"{"a": 5}"#, false),
    Case("a eq 1 and", #"{"a": 1}"#, false),
    Case("a eq 1 and b", #"{"a": 1}"#, false),
    Case("a eq 1 or b", #"{"a": 1}"#, true),
    Case("a gt 1.5e1", #"{"a": 3}"#, false),
    Case("a in [1,  2]", #"{"a": 1}"#, true),
    Case("name ew [1] or a eq 1", #"{"a": 1, "name": "x"}"#, false),
    Case(#"name co "e""#, #"{"name": "e\u0301"}"#, true),
    Case("x eq 1 and a.b.c eq 1", #"{"x": 1}"#, true),
  ]

  @Test(arguments: comparisons + combinations)
  func `a query matches a user`(test: Case) throws {
    guard let query = QueryParser.parse(test.query) else {
      #expect(!test.expected)
      return
    }
    guard case .object(let data) = try AttributeValue(json: test.data) else { return }
    var evaluation = QueryEvaluation(GoUser(EvaluationContext(attributes: data), [:]))
    var run = EvaluationRun()
    // Drops the error: a query that fails matches no user.
    let found = (try? evaluation.matches(query, &run)) ?? false
    #expect(found == test.expected)
  }

  @Test func `the lines of a query are joined without the spaces at their starts`() {
    #expect(QueryParser.joined("a eq 1\n    and b eq 2") == "a eq 1and b eq 2")
    #expect(QueryParser.joined("a eq 1 \n  and b eq 2") == "a eq 1 and b eq 2")
  }

  @Test func `a query with very many operands is evaluated`() throws {
    let text = Array(repeating: "b pr", count: 100_000).joined(separator: " or ")
    let query = try #require(QueryParser.parse(text))
    var evaluation = QueryEvaluation(GoUser(EvaluationContext(attributes: ["a": true]), [:]))
    var run = EvaluationRun()
    #expect(try !evaluation.matches(query, &run))
  }

  @Test func `a query that is nested too deeply is no query`() {
    let deep = String(repeating: "(", count: 200) + "a eq 1" + String(repeating: ")", count: 200)
    #expect(QueryParser.parse(deep) == nil)
  }
}
