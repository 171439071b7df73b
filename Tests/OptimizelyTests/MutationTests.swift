import FeatureFlags
import TestSupport
import Testing

@testable import Optimizely
@testable import OptimizelyEngine

/// Tests random mutations of datafiles, and deep nesting.
struct MutationTests {
  #if DEBUG
  private static let count = 400
  #else
  private static let count = 25_000
  #endif

  private static let tokens = [
    "null", "true", "-1", "1e999", "0.5", "\"\"", "\"x\"", "[]", "{}", "[[]]", "\"and\"", "\"not\"",
  ]

  @Test(arguments: [(Fixture.rules, 1), (Fixture.holdouts, 2)] as [(String, UInt64)])
  func `a mutated datafile never crashes the parser, and an error names the field or the line`(
    file: String,
    seed: UInt64
  )
    throws
  {
    let bytes = try Fixture.bytes(file)
    var random = SeededGenerator(seed: seed)
    var rejected = 0
    for _ in 0..<Self.count {
      let changed = mutated(bytes, tokens: Self.tokens, using: &random)
      do {
        let evaluator = Evaluator(try Datafile(bytes: changed))
        let user = UserContext(
          id: "u",
          attributes: ["age": 20, "country": "us", "app_version": "2"]
        )
        let decisions = evaluator.decideAll(for: user, options: [.includeReasons, .includeTrace])
        #expect(decisions.count == evaluator.keys.count)
        _ = OptimizelyConfig(evaluator.datafile)
      } catch {
        rejected += 1
        guard case .invalid(.unexpected(let path, let line, _, _)) = error else { continue }
        #expect(!path.isEmpty && line != nil, "\(error)")
      }
    }
    #expect(rejected > Self.count / 10)
    #expect(rejected < Self.count, "every mutation was rejected, so nothing was evaluated")
  }

  @Test(arguments: [(Fixture.rules, 3), (Fixture.holdouts, 4)] as [(String, UInt64)])
  func `parsing a mutated datafile with and without a node tree has the same result or error`(
    file: String,
    seed: UInt64
  ) throws {
    let bytes = try Fixture.bytes(file)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<Self.count {
      let changed = mutated(bytes, tokens: Self.tokens, using: &random)
      let result = Result { () throws(DatafileError) in try Datafile(bytes: changed) }
      let expected = Result { () throws(DatafileError) in try Datafile(nodes: changed) }
      #expect(result == expected)
    }
  }

  /// Values that are hard to parse: unusual numbers, escapes, combining characters, nesting and
  /// JSON5.
  @Test(arguments: [
    "-0", "-12.5", "1e3", "12345678901234567890", "0.1234567890123456789", "true", "null", "[]",
    #""caf\u00e9 \ud83d\ude00 \" \/ \n""#, #""\ud83d""#, "\"é\"", "\"\u{FEFF}\"",
    "\"" + String(repeating: "\u{301}", count: 80) + "\"", "[1, [2, {\"a\": -3}], null]", "'x'",
    "\"a text of more than sixteen bytes\"", "/* comment */ 1", "[1,]", #""tab\#u{9}""#,
  ])
  func `the value of a condition is the same when parsed with and without a node tree`(
    value: String
  ) throws {
    let condition = #"{ "name": "x", "match": "exact", "value": [], "value": \#(value) }"#
    let bytes = Array(SmallDatafile.targeted(#"["or", \#(condition)]"#).text.utf8)
    let result = Result { () throws(DatafileError) in try Datafile(bytes: bytes) }
    let expected = Result { () throws(DatafileError) in try Datafile(nodes: bytes) }
    #expect(result == expected)
  }

  @Test func `conditions of audiences with a reference cycle evaluate to unknown`() throws {
    var datafile = SmallDatafile.targeted(#"["or", "8"]"#)
    datafile.audiences = """
      [{ "id": "7", "name": "a", "conditions": ["or", "8", "8"] },
       { "id": "8", "name": "b", "conditions": ["and", "7", "7"] }]
      """
    let decision = try datafile.evaluator().decide(
      "f",
      for: UserContext(id: "u"),
      options: .includeReasons
    )
    #expect(decision.variation == nil)
    #expect(decision.reasons.contains { $0.contains("too many or nested too deeply") })
  }
}
