import FeatureFlags
import TestSupport
import Testing

@testable import Optimizely
@testable import OptimizelyEngine

/// Tests evaluations of a datafile in a store for any user.
@Suite(.tags(.concurrent))
struct ContextTests {
  private static let datafile = SmallDatafile.targeted(
    """
    { "type": "custom_attribute", "name": "age", "match": "ge", "value": 18 }
    """
  )

  private static func context(_ number: Int) -> EvaluationContext {
    EvaluationContext(
      targetingKey: "user \(number)",
      attributes: ["age": .number(Double(number % 36))]
    )
  }

  @Test func `concurrent evaluations of 1,000 users equal the decisions of the evaluator`()
    async throws
  {
    let bytes = Array(Self.datafile.text.utf8)
    let store = try FlagStore.datafile(bytes, for: UserContext(id: "default"))
    let evaluator = Evaluator(try Datafile(bytes: bytes))
    let contexts = (0..<1_000).map(Self.context)
    let results = await withTaskGroup(of: (Int, [String?]).self) { group in
      for (number, context) in contexts.enumerated() {
        group.addTask {
          (number, store.evaluateAll(in: context).map(\.evaluation.variation?.rawValue))
        }
      }
      return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    let expected = contexts.map { context in
      evaluator.keys.map { evaluator.decide($0, for: UserContext(context)).variation }
    }
    #expect(contexts.indices.map { results[$0] } == expected.map(Optional.some))
    #expect(Set(expected).count > 1)
  }

  @Test func `an evaluation contains the rule that assigned the variation, and the reason`() throws
  {
    let store = try FlagStore.datafile(
      Array(Self.datafile.text.utf8),
      for: UserContext(id: "default")
    )
    let name = try #require(store.features.first).name
    let adult = try #require(store.evaluate(name, in: Self.context(20)))
    let child = try #require(store.evaluate(name, in: Self.context(3)))
    #expect(adult.rule != nil)
    #expect(adult.reason != .byDefault)
    #expect(child.rule == nil)
    #expect(child.reason == .byDefault)
  }
}
