import CoreTestSupport
import Documents
import TestSupport
import Testing

@testable import FeatureFlags
@testable import Workbench

/// Tests the simulation: the evaluation of all features for many users.
@Suite(.tags(.concurrent))
struct SimulationTests {
  private static func users(
    _ count: Int,
    seed: UInt64 = 1,
    _ profiles: [SimulatedUsers.Profile] = []
  ) -> SimulatedUsers {
    SimulatedUsers(count: count, seed: seed, profiles: profiles)
  }

  private static func counts(_ feature: SimulatedFeature?) -> [Int] {
    (feature?.outcomes ?? []).map(\.users)
  }

  @Test func `hashing eight users at once gives the same hashes as the evaluator`() {
    let names: [Feature.Name] = [
      "", "a", "ab", "abc", "New Cart", "CTA colour", "Größe ✓", "12345678",
    ]
    let users = Self.users(2_000, seed: 77)
    let hashKey = users.hashKeys()
    for name in names {
      let hash = AssignmentHash(name)
      for number in [0, 5, 9, 10, 99, 100, 123, 999, 1_000, 1_999] {
        var keys = AssignmentHash.Keys()
        let key = hashKey(number)
        keys.set(3, key)
        let value = hash.words(after: Int(key.count % 4)).values(keys)[3]
        #expect(
          UserAssignment.number(hash: value)
            == UserAssignment.number(user: users.key(number), feature: name)
        )
      }
    }
  }

  @Test func `the counts of a simulation equal the counts of evaluating each user`() async throws {
    let configuration = try Samples.configuration(
      """
      [
        {"name": "Two", "test-variations": ["A", "B"], "test-biases": [10, 90]},
        {"name": "On/off", "test-variations": ["on", "off"], "test-biases": [35.5, 64.5]},
        {"name": "Five", "test-variations": ["A", "B", "C", "D", "E"],
         "test-biases": [0, 33.3, 0, 66.7, 0]},
        {"name": "Off", "enabled": false, "test-variations": ["A", "B"]},
        {"name": "Flag", "enabled": true}, {"name": "Locked", "unlocked": true},
        {"name": "All", "test-variations": ["A", "B"], "test-biases": [0, 100]}
      ]
      """
    )
    let profiles: [SimulatedUsers.Profile] = [.init(key: "ana"), .init(), .init(key: "büro")]
    for users in [Self.users(1), Self.users(1_501), Self.users(9_001, seed: 3, profiles)] {
      let result = await Simulation(configuration, users: users).run()
      for (feature, simulated) in zip(configuration.features, result) {
        #expect(simulated.name == feature.name)
        #expect(simulated.userCount == users.count)
        for outcome in simulated.outcomes {
          let count = (0..<users.count).count { number in
            let context = users.context(number)
            let evaluation = BiasEvaluator()
              .evaluate(feature.definition, in: context, build: .development)
            return evaluation.variation == outcome.variation
          }
          #expect(outcome.users == count, "\(feature.name), \(users.count) users")
        }
      }
    }
  }

  @Test func `equal seeds give identical results, and different seeds give different users`()
    async throws
  {
    let feature = try Samples.test(variations: ["A", "B", "C"], biases: [20, 30, 50])
    let configuration = Configuration(features: [feature])
    let first = await Simulation(configuration, users: Self.users(20_000)).run()
    #expect(await Simulation(configuration, users: Self.users(20_000)).run() == first)
    #expect(await Simulation(configuration, users: Self.users(20_000, seed: 2)).run() != first)
  }

  @Test func `with a million users every share is within 0.3 points of its bias`() async throws {
    let biases = [5.0, 15, 30, 50]
    let feature = try Samples.test(variations: biases.indices.map { "V\($0)" }, biases: biases)
    let count = Effort.isFull ? 1_000_000 : 300_000
    let result = await Simulation(Configuration(features: [feature]), users: Self.users(count))
      .run()
    for outcome in try #require(result.first).outcomes {
      let share = Double(outcome.users) * 100 / Double(count)
      #expect(abs(share - (outcome.bias ?? -1)) < 0.3)
    }
  }

  @Test func `the p-values of many seeds are uniform by the Kolmogorov-Smirnov test`() async throws
  {
    let feature = try Samples.test(
      variations: ["A", "B", "C", "D", "E"],
      biases: [10, 15, 20, 25, 30]
    )
    let configuration = Configuration(features: [feature])
    let count = Effort.isFull ? 1_000 : 150
    var values: [Double] = []
    for seed in 0..<count {
      let users = Self.users(400, seed: UInt64(seed))
      let result = await Simulation(configuration, users: users).run()
      values.append(try #require(result.first?.chiSquared?.pValue))
    }
    values.sort()
    let distance = values.enumerated().map { index, value in
      max(
        abs(value - Double(index) / Double(count)),
        abs(Double(index + 1) / Double(count) - value)
      )
    }.max()
    // The critical value for a significance of 0.001.
    #expect(try #require(distance) < 1.95 / Double(count).squareRoot())
  }

  @Test func `a disabled test and a flag have one outcome, without a p-value`() async throws {
    let configuration = try Samples.configuration(
      """
      [{"name": "Off", "enabled": false, "test-variations": ["A", "B"]},
       {"name": "Control", "enabled": false, "test-variations": ["on", "off"]},
       {"name": "Flag", "enabled": true}]
      """
    )
    let result = await Simulation(configuration, users: Self.users(50)).run()
    #expect(result.map { $0.outcomes.map(\.variation) } == [[nil], [.disabled], [.enabled]])
    #expect(result.map(Self.counts) == [[50], [50], [50]])
    #expect(result.allSatisfy { $0.chiSquared == nil })
  }

  @Test func `a feature under development is off in the simulation of a release build`()
    async throws
  {
    let configuration = try Samples.configuration(
      #"[{"name": "T", "enabled": true, "development": true, "test-variations": ["on", "off"]}]"#
    )
    let result = await Simulation(configuration, users: Self.users(8), build: .release).run()
    #expect(result.first?.outcomes == [.init(variation: .disabled, users: 8)])
  }

  @Test func `a flag service evaluates each user with the attributes in the users file`() async {
    var configuration = Configuration(
      features: [
        Feature(
          service: "T",
          variations: [ServiceVariation("a"), ServiceVariation("b", isOn: false)],
          given: nil
        )
      ]
    )
    configuration.evaluator = PlanEvaluator()
    let profiles: [SimulatedUsers.Profile] = [
      .init(attributes: ["plan": "gold"]), .init(attributes: ["plan": "basic"]), .init(),
    ]
    let result = await Simulation(configuration, users: Self.users(10_000, profiles)).run()
    #expect(
      result.first?.outcomes == [
        .init(variation: "a", users: 3_334), .init(variation: "b", users: 0),
        .init(variation: "other", users: 3_333), .init(variation: nil, users: 3_333),
      ]
    )
  }

  /// Selects a variation by the attribute `plan`.
  private struct PlanEvaluator: FlagEvaluator {
    func allocator(for context: EvaluationContext, count: Int) -> FlagAllocator {
      let variation: TestVariation? =
        switch context.attributes["plan"] {
        case "gold": "a"
        case nil: nil
        default: "other"
        }
      return { _, _ in
        .outcome(variation.map { ServiceVariation($0) }, reason: .targetingMatch)
      }
    }
  }

  @Test func `the reported progress of a simulation counts every user once`() async throws {
    let total = Total()
    let feature = try Samples.test(variations: ["A", "B"])
    _ = await Simulation(Configuration(features: [feature]), users: Self.users(30_000))
      .run { total.add($0) }
    #expect(total.value == 30_000)
  }

  @Test func `a file of users has one JSON object per line`() throws {
    let text = #"{"key": "ana", "plan": "gold"}"# + "\r\n\n" + #"{"age": 42}"#
    #expect(
      try SimulatedUsers.Profile.users(inLines: Array(text.utf8)) == [
        .init(key: "ana", attributes: ["plan": "gold"]), .init(attributes: ["age": 42]),
      ]
    )
  }

  @Test(arguments: [
    ("", nil, "found nothing"), ("{}\n[1]", 2, "found a list"),
    ("{}\n\n{\"key\": 1}", 3, "found 1, expected the key"),
    ("{\"a\": }", 1, "column"), ("{}\n\u{0}", 2, ""),
  ])
  func `a malformed file of users is rejected with its line`(
    text: String,
    line: Int?,
    message: String
  ) throws {
    let error = #expect(throws: DocumentError.self) {
      try SimulatedUsers.Profile.users(inLines: Array(text.utf8))
    }
    #expect(error?.line == line)
    #expect(error.map { "\($0)" }?.contains(message) == true || message.isEmpty)
  }
}
