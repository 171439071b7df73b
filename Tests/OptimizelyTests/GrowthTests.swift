import FeatureFlags
import TestSupport
import Testing

@testable import Optimizely
@testable import OptimizelyEngine

/// Tests datafiles whose size is multiplied by references between their parts.
///
/// Time and memory must grow linearly with the size of the text, or the datafile is rejected.
@Suite(.tags(.timed))
struct GrowthTests {
  /// Loads a datafile as a dashboard does.
  private static func load(_ text: String) throws -> Configuration {
    // No condition of the large audience matches this user, so that all of them are evaluated.
    let user = UserContext(id: "u", attributes: ["a": -1])
    return try Configuration.datafile(Array(text.utf8), for: user)
  }

  private static func evaluator(_ text: String) throws -> Evaluator {
    Evaluator(try Datafile(bytes: Array(text.utf8)))
  }

  // MARK: Time

  /// Measures the time to load a text: the minimum of two runs, to exclude the load of other tests.
  private static func time(_ text: String, _ work: (String) throws -> Void) rethrows -> Duration {
    try min(threadTime { try work(text) }, threadTime { try work(text) })
  }

  /// Generators of documents, each with three sizes; the text doubles from size to size.
  private static let documents: [(name: String, sizes: [Int], make: @Sendable (Int) -> String)] = [
    ("feature rollouts", [45, 64, 90], { LargeDatafile.featureRollouts($0) }),
    ("unknown conditions", [18, 25, 36], LargeDatafile.unknownConditions),
    ("a chain of audiences", [150, 300, 600], LargeDatafile.audienceChain),
    ("a large audience and many holdouts", [200, 400, 800], LargeDatafile.largeAudience),
    ("a group", [200, 400, 800], LargeDatafile.group),
    ("variations", [1_000, 2_000, 4_000], LargeDatafile.variations),
  ]

  @Test(arguments: documents.indices)
  func `the time to load a datafile grows linearly with the size of its text`(index: Int) throws {
    let (name, sizes, make) = Self.documents[index]
    let times = try sizes.map { size in
      try Self.time(make(size)) { _ = try Self.load($0) }
    }
    // Allows the time to triple when the size doubles: other processes load the machine.
    let limit = max(times[0] * 9, .milliseconds(100))
    #expect(times[2] < limit, "\(name): \(times)")
  }

  @Test func `evaluating all flags together has the same results as evaluating each flag alone`()
    throws
  {
    for name in [Fixture.rules, Fixture.holdouts] {
      let evaluator = Evaluator(try Fixture.datafile(name))
      for number in 0..<50 {
        let user = UserContext(
          id: "u\(number)",
          attributes: [
            "age": .number(Double(number)), "country": .string(number % 2 == 0 ? "us" : "es"),
            "app_version": .string("2.\(number % 5)"),
          ]
        )
        let alone = evaluator.keys.map { evaluator.decide($0, for: user) }
        #expect(
          evaluator.decide(keys: evaluator.keys, for: user, options: .ignoreUserProfileService)
            == alone.map { decision in
              var decision = decision
              decision.sticky = nil
              return decision
            }
        )
      }
    }
  }

  @Test func `the trace of many rules with one large audience has a limited size`() throws {
    let evaluator = try Self.evaluator(LargeDatafile.largeAudience(300))
    let user = UserContext(id: "u", attributes: ["a": -1])
    let decision = evaluator.decide("f0", for: user, options: .includeTrace)
    let audiences = (decision.trace?.entries ?? []).compactMap { entry -> ConditionTrace? in
      guard case .audience(let trace, .no) = entry.checks.first else { return nil }
      return trace
    }
    // Each holdout and the experiment trace the same audience: the trace contains the conditions of
    // the first audiences only, until the limit of traced conditions is reached.
    #expect(audiences.count == 301)
    #expect(audiences.first?.parts.first?.parts.count == 300)
    #expect(audiences.last?.kind == .audience("audience u"))
    #expect(audiences.last?.parts.isEmpty == true)
  }

  @Test func `the condition limits also apply to cached audience results`() throws {
    // The first rule references the end of a chain of audiences. The second rule references its
    // start, from which the end is beyond the depth limit.
    let condition = #"{"type":"custom_attribute","name":"a","match":"exists"}"#
    let audiences = (0..<500).map { number in
      LargeDatafile.audience("u\(number)", number == 499 ? condition : #"["or","u\#(number + 1)"]"#)
    }
    let rules = ["u300", "u0", "u300"].enumerated().map { number, audience in
      LargeDatafile.rule("\(number)", end: 10_000, audiences: "\"\(audience)\"")
    }
    let text = LargeDatafile.document(
      experiments: rules,
      flags: (0..<3).map { LargeDatafile.flag($0, experiments: "\"\($0)\"") },
      audiences: audiences
    )
    let evaluator = try Self.evaluator(text)
    let user = UserContext(id: "u", attributes: ["a": 1])
    #expect(evaluator.decideAll(for: user).map(\.isEnabled) == [true, false, true])
    #expect(
      evaluator.keys.map { evaluator.decide($0, for: user).isEnabled } == [true, false, true]
    )
    #expect(
      try Self.load(text).features.map { $0.state(in: .release).isEnabled } == [true, false, true]
    )
  }

  // MARK: Sharing

  @Test func `flags with the same rules share them in memory`() throws {
    let evaluator = try Self.evaluator(LargeDatafile.featureRollouts(6))
    let flags = evaluator.keys.compactMap { evaluator.index.flags[$0] }
    #expect(flags.count == 6)
    for flag in flags {
      #expect(
        flag.experiments.map(ObjectIdentifier.init)
          == flags[0].experiments.map(ObjectIdentifier.init)
      )
      #expect(
        flag.deliveries.map(ObjectIdentifier.init) == flags[0].deliveries.map(ObjectIdentifier.init)
      )
      // The fallback variation is added once, although six flags share the rollout.
      #expect(flag.experiments.allSatisfy { $0.variations.map(\.key) == ["on\($0.id)", "ond0"] })
    }
  }

  @Test func `flags with shared rules have the same variations as flags with rules of their own`()
    throws
  {
    func names(_ flags: Int) throws -> [[String]] {
      let flags = (0..<flags).map { LargeDatafile.flag($0, experiments: #""1","2""#, rollout: "r") }
      let text = LargeDatafile.document(
        experiments: [LargeDatafile.rule("1"), LargeDatafile.rule("2")],
        flags: flags,
        rollouts: [#"{"id":"r","experiments":[\#(LargeDatafile.rule("d"))]}"#]
      )
      return try Self.load(text).features.map { $0.testVariations.map(\.rawValue) }
    }
    #expect(try names(1) == [["on1", "on2", "ond"]])
    #expect(try names(3) == Array(repeating: ["on1", "on2", "ond"], count: 3))
  }

  @Test func `a shared rule has the values of each flag's own variables`() throws {
    func variable(_ type: String, _ value: String) -> String {
      #"{"id":"v","key":"size","type":"\#(type)","defaultValue":"\#(value)"}"#
    }
    let variation =
      #"{"id":"1v","key":"on","featureEnabled":true,"#
      + #""variables":[{"id":"v","value":"7"}]}"#
    let range = #"{"entityId":"1v","endOfRange":10000}"#
    let text = LargeDatafile.document(
      experiments: [LargeDatafile.rule("1", variations: [variation], ranges: [range])],
      flags: [
        LargeDatafile.flag(0, experiments: #""1""#, variables: [variable("integer", "1")]),
        LargeDatafile.flag(1, experiments: #""1""#, variables: [variable("string", "one")]),
        LargeDatafile.flag(2, experiments: #""1""#),
      ]
    )
    let evaluator = try Self.evaluator(text)
    let values = evaluator.decideAll(for: UserContext(id: "u")).map { $0.variables["size"] }
    #expect(values == [.integer(7), .string("7"), nil])
    let config = OptimizelyConfig(evaluator.datafile)
    let variations = (0...2).map {
      config.featuresMap["f\($0)"]?.experimentRules.first?.variationsMap["on"]
    }
    #expect(variations.map { $0?.variablesMap["size"]?.value } == ["7", "7", nil])
    #expect(variations.map { $0?.variablesMap["size"]?.type } == ["integer", "string", nil])
    let features = try Self.load(text).features
    #expect(
      features.map { $0.state(in: .release).value(of: "size") } == [.integer(7), .string("7"), nil]
    )
  }

  @Test
  func `variable values that are parsed per decision equal values that are parsed at loading`()
    throws
  {
    let count = DatafileLimits.parsedValuesOfRule + 1
    let variables = (0..<count).map {
      #"{"id":"v\#($0)","key":"k\#($0)","type":"integer","defaultValue":"\#($0)"}"#
    }
    let variation =
      #"{"id":"1v","key":"on","featureEnabled":true,"variables":"#
      + #"[{"id":"v3","value":"-3"},{"id":"v4","value":"four"}]}"#
    let range = #"{"entityId":"1v","endOfRange":10000}"#
    let text = LargeDatafile.document(
      experiments: [LargeDatafile.rule("1", variations: [variation], ranges: [range])],
      flags: [LargeDatafile.flag(0, experiments: #""1""#, variables: variables)]
    )
    let decision = try Self.evaluator(text).decide("f0", for: UserContext(id: "u"))
    #expect(decision.variables.count == count - 1)
    #expect(decision.variables["k3"] == .integer(-3))
    #expect(decision.variables["k5"] == .integer(5))
    #expect(decision.invalidVariables == ["k4"])
    let configuration = try Self.load(text)
    #expect(configuration.problems.count == 1)
    #expect(configuration.features.first?.variationVariables.first?.map(\.name) == ["k3"])
  }

  // MARK: Limits

  @Test(arguments: [
    (
      LargeDatafile.featureRollouts(150, rollouts: 150), "featureFlags[45]",
      "2045250 rules, variations and values shared by flags", 2_000_000
    ),
    (
      LargeDatafile.sharedRollout(flags: 2_001, rules: 1_001), "featureFlags[1999]",
      "2000999 rules, variations and values shared by flags", 2_000_000
    ),
    (
      Self.manyValues(317), "featureFlags[0]", "100489 values of variables in variations", 100_000
    ),
  ])
  func `a datafile above a limit is rejected with an error that names the flag`(
    text: String,
    path: String,
    found: String,
    limit: Int
  ) throws {
    let error = #expect(throws: DatafileError.self) {
      _ = try Datafile(bytes: Array(text.utf8))
    }
    guard case .invalid(.unexpected(path, let line?, found, "at most \(limit)")) = error else {
      Issue.record("found \(error as Any)")
      return
    }
    #expect(text.split(separator: "\n")[line - 1].contains(#""id":"i"#))
  }

  @Test func `a datafile at the limits is accepted`() throws {
    #expect(try Self.evaluator(Self.manyValues(316)).keys == ["f0"])
    let shared = LargeDatafile.sharedRollout(flags: 2_001, rules: 1_000)
    #expect(try Datafile(bytes: Array(shared.utf8)).flags.count == 2_001)
  }

  /// Returns a datafile with one flag that has variables, and variations that set all of them.
  private static func manyValues(_ count: Int) -> String {
    let variables = (0..<count).map { #"{"id":"v\#($0)","key":"k\#($0)","type":"string"}"# }
    let variations = (0..<count).map {
      #"{"id":"o\#($0)","key":"o\#($0)","variables":[{"id":"v0","value":"x"}]}"#
    }
    return LargeDatafile.document(
      experiments: [LargeDatafile.rule("0", variations: variations)],
      flags: [LargeDatafile.flag(0, experiments: #""0""#, variables: variables)]
    )
  }
}
