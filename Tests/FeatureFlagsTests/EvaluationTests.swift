import CoreTestSupport
import FeatureFlags
import TestSupport
import Testing

/// Tests evaluations of a store for users other than its default user.
@Suite(.tags(.concurrent))
struct EvaluationTests {
  private static let document = """
    [
      { "name": "Flag", "enabled": true },
      { "name": "Off", "enabled": false },
      { "name": "New", "enabled": true, "development": true },
      { "name": "Colour", "test-variations": ["Red", "Blue", "Green"], "test-biases": [20, 30, 50] },
      { "name": "Idle", "enabled": false, "test-variations": ["A", "B"] },
      { "name": "Cart", "test-variations": ["Enabled", "Disabled"], "test-biases": [50, 50] },
      { "name": "Fixed", "test-variations": ["A", "B"], "test-variation-assignment": 75 }
    ]
    """

  private static func store(for context: EvaluationContext) throws -> FlagStore {
    let store = FlagStore(context: context, draw: { 10 })
    try store.load(try Samples.configuration(document))
    return store
  }

  private static let reasons: [(name: String, reason: EvaluationReason, variation: String?)] = [
    ("Flag", .fixed, "Enabled"), ("Off", .disabled, "Disabled"),
    ("New", .disabled, "Disabled"), ("Colour", .split, "Red"), ("Idle", .disabled, nil),
    ("Cart", .split, "Enabled"), ("Fixed", .split, "B"),
  ]

  @Test(arguments: reasons)
  func `each kind of feature is evaluated to its variation and its reason`(
    name: String,
    reason: EvaluationReason,
    variation: String?
  ) throws {
    let store = try Self.store(for: EvaluationContext())
    let evaluation = try #require(
      store.evaluate(Feature.Name(rawValue: name), in: EvaluationContext())
    )
    #expect(evaluation.reason == reason)
    #expect(evaluation.variation?.rawValue == variation)
    #expect(evaluation.rule == nil)
    #expect(evaluation.origin == nil)
  }

  @Test func `evaluating an unknown feature returns nil`() throws {
    #expect(try Self.store(for: EvaluationContext()).evaluate("None", in: .init()) == nil)
  }

  @Test func `a development flag is enabled in development builds only`() throws {
    let store = try Self.store(for: EvaluationContext())
    #expect(store.evaluate("New", in: .init(), build: .development)?.isEnabled == true)
    #expect(store.evaluate("New", in: .init(), build: .release)?.isEnabled == false)
  }

  @Test func `an override applies to every user, with the reason override`() throws {
    let store = try Self.store(for: EvaluationContext(targetingKey: "ana"))
    try store.override(.variation("Green"), for: ["Colour"])
    for key in ["ana", "ben", "cleo", nil] {
      let evaluation = store.evaluate("Colour", in: EvaluationContext(targetingKey: key))
      #expect(evaluation?.variation == "Green")
      #expect(evaluation?.reason == .override)
    }
  }

  @Test(arguments: ["ana", "ben", nil])
  func `an evaluation for the default user has the states of the store's features`(key: String?)
    throws
  {
    let context = EvaluationContext(targetingKey: key)
    let store = try Self.store(for: context)
    let evaluations = store.evaluateAll(in: context)
    #expect(evaluations.map(\.name) == store.features.map(\.name))
    #expect(evaluations.map(\.evaluation.state) == store.features.map { $0.state(in: .release) })
  }

  @Test(arguments: ["ana", "ben", nil])
  func `an evaluation for a user equals that of a store whose default user is the same`(
    key: String?
  ) throws {
    let context = EvaluationContext(targetingKey: key)
    let other = try Self.store(for: EvaluationContext(targetingKey: "someone else"))
    // Without a user key, each store chooses its own random assignments.
    guard key != nil else {
      return #expect(other.evaluate("Fixed", in: context)?.variation == "B")
    }
    let expected = try Self.store(for: context).evaluateAll(in: context).map(\.evaluation)
    #expect(other.evaluateAll(in: context).map(\.evaluation) == expected)
  }

  @Test
  func `setting a new default user changes the features, and resetting the user restores them`()
    async throws
  {
    let store = try Self.store(for: EvaluationContext())
    let drawn = store.features
    var changes = store.changes().makeAsyncIterator()
    try store.setContext(EvaluationContext(targetingKey: "ana"))
    #expect(store.user == "ana")
    #expect(store.features != drawn)
    let keyed = try Self.store(for: EvaluationContext(targetingKey: "ana")).features
    #expect(store.features == keyed)
    try store.setContext(EvaluationContext())
    #expect(store.features == drawn)
    for _ in 0..<2 {
      guard case .loaded(let difference)? = await changes.next()?.kind else {
        Issue.record("expected a change of the loaded features")
        return
      }
      #expect(!difference.changed.isEmpty)
    }
  }

  @Test func `concurrent evaluations of 1,000 users equal sequential ones while overrides change`()
    async throws
  {
    let store = try Self.store(for: EvaluationContext())
    let contexts = (0..<1_000).map { EvaluationContext(targetingKey: "user \($0)") }
    let expected = contexts.map { store.evaluateAll(in: $0).map(\.evaluation) }
    let names = store.features.map(\.name)
    let results = try await withThrowingTaskGroup(of: (Int, [Evaluation]).self) { group in
      for (number, context) in contexts.enumerated() {
        group.addTask { (number, store.evaluateAll(in: context).map(\.evaluation)) }
        // Only the feature "Flag" has an override.
        if number.isMultiple(of: 10) {
          group.addTask {
            try store.override(.enabled(number.isMultiple(of: 20)), for: ["Flag"])
            return (-1, [])
          }
        }
      }
      var results: [Int: [Evaluation]] = [:]
      for try await (number, evaluations) in group where number >= 0 {
        results[number] = evaluations
      }
      return results
    }
    #expect(results.count == contexts.count)
    for (number, evaluations) in results {
      for (index, evaluation) in evaluations.enumerated() {
        if names[index] == "Flag" {
          #expect([.fixed, .override].contains(evaluation.reason))
          #expect(evaluation.isEnabled || evaluation.reason == .override)
        } else {
          #expect(evaluation == expected[number][index])
        }
      }
    }
    try store.resetAll()
    #expect(contexts.map { store.evaluateAll(in: $0).map(\.evaluation) } == expected)
  }
}
