import FeatureFlags
import TestSupport
import Testing

@testable import Optimizely

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
