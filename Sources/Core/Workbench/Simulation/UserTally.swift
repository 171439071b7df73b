import FeatureFlags
import Locking

/// Counts the users of each variation for all features and some of the users of a simulation.
struct UserTally: Sendable {
  /// The number of users that are hashed together; their hashes fit into the first-level cache of the
  /// processor.
  static let blockSize = 1_024

  private let users: SimulatedUsers
  private let hashKey: @Sendable (Int) -> MurmurHash3
  private let evaluator: any FlagEvaluator
  private let build: BuildKind
  private let features: [Feature]
  private var tallies: [FeatureTally]
  /// Whether the biases of at least one feature select variations, so that user keys have to be hashed.
  private let hasBiases: Bool
  /// The indexes of the features that are evaluated for each user: those of a flag service, and those with
  /// overrides.
  private let evaluated: [Int]
  /// The users for whom an override forces the result, by the index of the feature.
  private var forced: [Int: ForcedTally]
  /// The hashed keys of the current block of users, grouped by their length modulo 4: the hash processes
  /// words of 4 bytes.
  private var keys: [KeyBlock]

  /// The hash states of user keys whose lengths are equal modulo 4.
  private struct KeyBlock: Sendable {
    var keys = [AssignmentHash.Keys](
      repeating: AssignmentHash.Keys(),
      count: blockSize / AssignmentHash.Lanes.scalarCount
    )
    var count = 0

    mutating func append(_ key: MurmurHash3) {
      let lanes = AssignmentHash.Lanes.scalarCount
      keys[count / lanes].set(count % lanes, key)
      count += 1
    }
  }

  init(
    _ features: [Feature],
    evaluator: any FlagEvaluator,
    users: SimulatedUsers,
    build: BuildKind
  ) {
    self.users = users
    self.evaluator = evaluator
    self.build = build
    self.features = features
    hashKey = users.hashKeys()
    let tallies = features.map { FeatureTally($0, build: build) }
    self.tallies = tallies
    hasBiases = tallies.contains(where: \.isByBiases)
    let overridden = features.indices.filter { !features[$0].overrides.isEmpty }
    forced = Dictionary(uniqueKeysWithValues: overridden.map { ($0, ForcedTally()) })
    evaluated = tallies.indices.filter {
      tallies[$0].isEvaluated || !features[$0].overrides.isEmpty
    }
    keys = Array(repeating: KeyBlock(), count: 4)
  }

  mutating func add(_ numbers: Range<Int>) {
    if hasBiases { addByKeys(numbers) }
    if !evaluated.isEmpty { evaluate(numbers) }
    for index in tallies.indices { tallies[index].addUsers(numbers.count) }
  }

  private mutating func addByKeys(_ numbers: Range<Int>) {
    for start in stride(from: numbers.lowerBound, to: numbers.upperBound, by: Self.blockSize) {
      for offset in keys.indices { keys[offset].count = 0 }
      for number in start..<min(start + Self.blockSize, numbers.upperBound) {
        let key = hashKey(number)
        keys[Int(key.count % 4)].append(key)
      }
      for (offset, block) in keys.enumerated() where block.count > 0 {
        for index in tallies.indices {
          tallies[index].add(block.keys, offset: offset, count: block.count)
        }
      }
    }
  }

  private mutating func evaluate(_ numbers: Range<Int>) {
    let generator = Locked(AssignmentGenerator())
    let drawing = evaluator.evaluator(
      drawing: { generator.withLock { Double.random(in: 0..<100, using: &$0) } },
      onClock: nil
    )
    let evaluator = drawing ?? evaluator
    for number in numbers {
      // Derives the seed from the number of the user, so that the counts do not depend on the division
      // of users among tasks.
      let seed = users.seed &<< 32 ^ UInt64(number)
      generator.withLock { $0 = AssignmentGenerator(seed: seed) }
      evaluate(for: users.context(number), by: evaluator)
    }
  }

  private mutating func evaluate(for user: EvaluationContext, by evaluator: any FlagEvaluator) {
    let allocator = evaluator.allocator(for: user, count: evaluated.count)
    for index in evaluated {
      var feature = features[index]
      feature.removeServiceResult()
      feature.selectOverride(for: user)
      feature.allocate(by: allocator)
      let variation = feature.state(in: build).variation
      if feature.isForcedForUser {
        // The evaluator counts only users without a forced result; biases count all users.
        let isCounted = !tallies[index].isEvaluated
        let other = isCounted ? [feature.configured.state(in: build).variation] : []
        forced[index]?.add(variation, insteadOf: other)
      } else {
        tallies[index].add(variation)
      }
    }
  }

  /// Adds the counts of other users of the same simulation.
  mutating func add(_ other: UserTally) {
    for index in tallies.indices { tallies[index].add(other.tallies[index]) }
    for (index, tally) in other.forced { forced[index]?.add(tally) }
  }

  /// For each feature, the number of simulated users with each variation.
  var counts: [SimulatedFeature] {
    features.indices.map { index in
      let feature = features[index]
      let outcomes = tallies[index].outcomes(of: feature.definition)
      guard let forced = forced[index] else { return SimulatedFeature(feature, outcomes) }
      return SimulatedFeature(
        feature,
        forced.withoutForcedUsers(outcomes),
        forced: forced.outcomes(of: feature.definition)
      )
    }
  }
}

/// Counts the users for whom an override forces the result of one feature.
struct ForcedTally: Sendable {
  private var forced = VariationCounts()
  /// The variations of the same users without overrides, if the other counts include these users.
  private var replaced = VariationCounts()

  /// Adds a user.
  ///
  /// - Parameters:
  ///   - variation: The forced variation.
  ///   - other: The variation with which the user is counted otherwise; empty if the user is not counted.
  mutating func add(_ variation: TestVariation?, insteadOf other: [TestVariation?]) {
    forced.add(variation)
    for variation in other { replaced.add(variation) }
  }

  /// Adds the counts of other users.
  mutating func add(_ other: ForcedTally) {
    forced.add(other.forced)
    replaced.add(other.replaced)
  }

  /// Returns counts of all users without the forced ones.
  func withoutForcedUsers(_ outcomes: [SimulatedFeature.Outcome]) -> [SimulatedFeature.Outcome] {
    outcomes.map { outcome in
      var outcome = outcome
      outcome.users -= replaced.users(of: outcome.variation)
      return outcome
    }
  }

  /// Returns the number of forced users of each variation, in the order of the variations.
  func outcomes(of definition: FlagDefinition) -> [SimulatedFeature.Outcome] {
    forced.outcomes(inOrderOf: definition.testVariations, includesUnused: false)
  }
}

/// Counts the users of each variation of one feature.
enum FeatureTally: Sendable {
  /// All users have the same variation; the value is their number.
  case constant(TestVariation?, users: Int)
  /// The biases of the feature select the variation.
  case biases(BiasTally)
  /// The evaluator of a flag service selects the variation.
  case evaluated(VariationCounts)

  init(_ feature: Feature, build: BuildKind) {
    let definition = feature.definition
    if definition.isEvaluatedByService {
      self = .evaluated(VariationCounts())
    } else if definition.usesAssignment, definition.enabled, !definition.testBiases.isEmpty,
      build == .development || !definition.isDevelopment
    {
      self = .biases(BiasTally(definition))
    } else {
      self = .constant(feature.configured.state(in: build).variation, users: 0)
    }
  }

  var isByBiases: Bool { if case .biases = self { true } else { false } }
  var isEvaluated: Bool { if case .evaluated = self { true } else { false } }

  /// Adds users with the given key hashes, if biases select the variation.
  mutating func add(_ keys: [AssignmentHash.Keys], offset: Int, count: Int) {
    guard case .biases(var tally) = self else { return }
    self = .constant(nil, users: 0)
    tally.add(keys, offset: offset, count: count)
    self = .biases(tally)
  }

  /// Adds a user with the given variation, if a flag service selects it.
  mutating func add(_ variation: TestVariation?) {
    guard case .evaluated(var counts) = self else { return }
    self = .evaluated(VariationCounts())
    counts.add(variation)
    self = .evaluated(counts)
  }

  mutating func addUsers(_ count: Int) {
    if case .constant(let variation, let users) = self {
      self = .constant(variation, users: users + count)
    }
  }

  /// Adds the counts of other users of the same feature.
  mutating func add(_ other: FeatureTally) {
    switch (self, other) {
    case (.constant, .constant(_, let users)): addUsers(users)
    case (.biases(var tally), .biases(let other)):
      tally.add(other)
      self = .biases(tally)
    case (.evaluated(var counts), .evaluated(let other)):
      counts.add(other)
      self = .evaluated(counts)
    case (.constant, _), (.biases, _), (.evaluated, _): break
    }
  }

  /// Returns the number of users of each variation, in the order of the variations.
  func outcomes(of definition: FlagDefinition) -> [SimulatedFeature.Outcome] {
    switch self {
    case .constant(let variation, let users):
      return [SimulatedFeature.Outcome(variation: variation, users: users)]
    case .biases(let tally):
      let variations = definition.testVariations
      let users = tally.users(variationCount: variations.count)
      return variations.indices.map { index in
        let bias = definition.testBiases[index].rawValue
        return SimulatedFeature.Outcome(
          variation: variations[index],
          users: users[index],
          bias: bias
        )
      }
    case .evaluated(let counts):
      return counts.outcomes(inOrderOf: definition.testVariations, includesUnused: true)
    }
  }
}
