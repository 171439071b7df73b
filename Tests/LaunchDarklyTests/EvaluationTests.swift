import CoreTestSupport
import FeatureFlags
import Testing

@testable import LaunchDarkly

struct EvaluationTests {
  private static let ana = #"{"kind": "user", "key": "ana"}"#

  @Test
  func `a flag that is off has its off variation, or the default of the app`() throws {
    #expect(try Sample(#""on": false"#).result(Self.ana) == #"2 {"kind":"OFF"}"#)
    #expect(
      try Sample(#""on": false, "offVariation": null"#).result(Self.ana) == #"none {"kind":"OFF"}"#
    )
    #expect(
      try Sample(#""on": false, "offVariation": 3"#).result(Self.ana)
        == #"none {"kind":"ERROR","errorKind":"MALFORMED_FLAG"}"#
    )
  }

  @Test(
    arguments: [
      #""fallthrough": {"variation": -1}"#, #""fallthrough": {"variation": 3}"#,
      #""fallthrough": {}"#,
      #""fallthrough": {"rollout": {"variations": []}}"#, #""rules": []"#,
      #""targets": [{"values": ["ana"], "variation": 9}]"#,
      #""rules": [{"clauses": [], "variation": 3}]"#, #""rules": [{"clauses": []}]"#,
      #""fallthrough": {"rollout": {"contextKind": "user", "bucketBy": "//", "#
        + #""variations": [{"variation": 0, "weight": 1}]}}"#,
    ]
  )
  func `a missing or unknown variation causes an evaluation error`(members: String) throws {
    let sample = try Sample(members)
    #expect(try sample.result(Self.ana) == #"none {"kind":"ERROR","errorKind":"MALFORMED_FLAG"}"#)
    #expect(!sample.problems.isEmpty)
    let context = try Sample.user(Self.ana)
    #expect(try sample.feature("f", for: context).failure?.code == .parseError)
  }

  @Test
  func `a rule matches if all its clauses match, and the first matching rule is used`() throws {
    let sample = try Sample(
      #"""
      "rules": [
        {"id": "r0", "variation": 1, "clauses": [{"attribute": "a", "op": "in", "values": [1]},
                                                 {"attribute": "b", "op": "in", "values": [1]}]},
        {"variation": 2, "clauses": [{"attribute": "a", "op": "in", "values": [1]}]},
        {"id": "r2", "variation": 1, "clauses": [{"attribute": "a", "op": "in", "values": [1]}]}],
      "fallthrough": {"variation": 0}
      """#
    )
    #expect(
      try sample.result(#"{"key": "k", "custom": {"a": 1, "b": 1}}"#)
        == #"1 {"kind":"RULE_MATCH","ruleIndex":0,"ruleId":"r0"}"#
    )
    #expect(
      try sample.result(#"{"key": "k", "custom": {"a": 1}}"#)
        == #"2 {"kind":"RULE_MATCH","ruleIndex":1}"#
    )
    #expect(try sample.result(Self.ana) == #"0 {"kind":"FALLTHROUGH"}"#)
  }

  // MARK: Targets

  private static let targets =
    #""targets": [{"values": ["ana", "bob"], "variation": 1}, {"values": ["eve"], "variation": 2}]"#

  @Test
  func `a target matches the listed keys of users, but not of contexts of other kinds`() throws {
    let sample = try Sample(Self.targets + #", "fallthrough": {"variation": 0}"#)
    #expect(try sample.result(Self.ana) == #"1 {"kind":"TARGET_MATCH"}"#)
    #expect(try sample.result(#"{"key": "eve"}"#) == #"2 {"kind":"TARGET_MATCH"}"#)
    #expect(try sample.result(#"{"kind": "org", "key": "ana"}"#) == #"0 {"kind":"FALLTHROUGH"}"#)
  }

  @Test
  func `a context target of kind user without values matches the users of the user target`() throws
  {
    let sample = try Sample(
      Self.targets + #", "fallthrough": {"variation": 0}, "contextTargets": ["#
        + #"{"contextKind": "org", "values": ["acme"], "variation": 0}, "#
        + #"{"contextKind": "user", "values": [], "variation": 2}, "#
        + #"{"values": ["zoe"], "variation": 1}]"#
    )
    func result(_ user: String) throws -> Substring { try sample.result(user).prefix(15) }
    #expect(try result(Self.ana) == #"0 {"kind":"FALL"#)
    #expect(try result(#"{"key": "eve"}"#) == #"2 {"kind":"TARG"#)
    #expect(try result(#"{"key": "zoe"}"#) == #"1 {"kind":"TARG"#)
    #expect(
      try result(#"{"kind": "multi", "user": {"key": "eve"}, "org": {"key": "acme"}}"#)
        == #"0 {"kind":"TARG"#
    )
  }

  // MARK: Prerequisites

  private static func prerequisite(_ key: String, _ members: String) -> String {
    #""\#(key)": {"variations": [true, false], "offVariation": 1, \#(members)}"#
  }

  @Test(
    arguments: [
      (#""on": true, "fallthrough": {"variation": 0}"#, true),
      (#""on": true, "fallthrough": {"variation": 1}"#, false),
      (#""on": false, "offVariation": 0"#, false), (#""on": true"#, false),
      (#""on": true, "deleted": true, "fallthrough": {"variation": 0}"#, false),
      (#""on": true, "fallthrough": {"variation": 5}"#, false),
      (#""on": true, "prerequisites": [{"key": "x"}], "fallthrough": {"variation": 0}"#, false),
    ]
  )
  func `a prerequisite is met only if its flag is on and has the expected variation`(
    members: String,
    isMet: Bool
  ) throws {
    let sample = try Sample(
      #""prerequisites": [{"key": "p", "variation": 0}], "fallthrough": {"variation": 0}"#,
      others: Self.prerequisite("p", members)
    )
    let failed = #"2 {"kind":"PREREQUISITE_FAILED","prerequisiteKey":"p"}"#
    #expect(try sample.result(Self.ana) == (isMet ? #"0 {"kind":"FALLTHROUGH"}"# : failed))
  }

  @Test
  func `a cycle of prerequisites is an error, but a repeated prerequisite is not`() throws {
    let error = #"none {"kind":"ERROR","errorKind":"MALFORMED_FLAG"}"#
    let cycle = try Sample(
      #""prerequisites": [{"key": "p", "variation": 0}], "fallthrough": {"variation": 0}"#,
      others: Self.prerequisite(
        "p",
        #""on": true, "prerequisites": [{"key": "f", "variation": 0}], "fallthrough": {"variation": 0}"#
      )
    )
    #expect(try cycle.result(Self.ana) == error)
    #expect(try cycle.result(Self.ana, of: "p") == error)
    #expect(cycle.problems.count == 2)
    let twice = try Sample(
      #""prerequisites": [{"key": "p"}, {"key": "q"}, {"key": "p"}], "fallthrough": {"variation": 0}"#,
      others: Self.prerequisite("p", #""on": true, "fallthrough": {"variation": 0}"#) + ", "
        + Self.prerequisite(
          "q",
          #""on": true, "prerequisites": [{"key": "p"}], "fallthrough": {"variation": 0}"#
        )
    )
    #expect(try twice.result(Self.ana) == #"0 {"kind":"FALLTHROUGH"}"#)
  }

  @Test
  func `a rule that fails in a prerequisite causes an error of the dependent flag`() throws {
    let sample = try Sample(
      #""prerequisites": [{"key": "p"}], "fallthrough": {"variation": 0}"#,
      others: Self.prerequisite(
        "p",
        #""on": true, "rules": [{"clauses": [{"contextKind": "user", "attribute": "//", "op": "in"}]}]"#
      )
    )
    #expect(try sample.result(Self.ana) == #"none {"kind":"ERROR","errorKind":"MALFORMED_FLAG"}"#)
  }

  // MARK: Rollouts

  @Test(
    arguments: [
      (nil, #""userKeyA""#, 0.42157587), (nil, #""userKeyB""#, 0.6708485),
      (nil, #""userKeyC""#, 0.10343106),
      (nil, #""33333""#, 0.54771423), (nil, "33333", 0.54771423), (nil, #""99999""#, 0.7309658),
      (nil, "99999", 0.7309658), (61, #""userKeyA""#, 0.09801207), (61, #""userKeyB""#, 0.14483777),
      (61, #""userKeyC""#, 0.9242641), (nil, "99.5", 0), (nil, "true", 0), (nil, "null", 0),
      (nil, "[1]", 0),
    ] as [(Int?, String, Double)]
  )
  func `a bucket is a hash of the attribute value and of the flag's key and salt, or the seed`(
    seed: Int?,
    value: String,
    expected: Double
  ) throws {
    let seed = seed.map { #""seed": \#($0), "# } ?? ""
    let sample = try Sample(
      flags:
        #""hashKey": {"on": true, "salt": "saltyA", "variations": [0, 1], "fallthrough": {"rollout": {"#
        + #"\#(seed)"bucketBy": "v", "variations": [{"variation": 0, "weight": 100000}]}}}"#
    )
    let flag = try #require(sample.document.flag("hashKey"))
    guard case .rollout(let rollout) = flag.fallThrough else { throw Unexpected() }
    let context = try LaunchDarklyContext(
      try Sample.user(#"{"key": "k", "custom": {"v": \#(value)}}"#)
    )
    let position = try context.position(by: rollout.bucketing, after: flag.hashedPrefix)
    #expect(abs(position.fraction - expected) < 1e-7)
  }

  private struct Unexpected: Error {}

  /// Returns the members of a flag with a rollout that has one weight for each variation.
  private static func rollout(_ members: String, _ weights: [Int]) -> String {
    let parts = weights.enumerated().map { #"{"variation": \#($0), "weight": \#($1)}"# }
    return
      #""fallthrough": {"rollout": {\#(members)"variations": [\#(parts.joined(separator: ","))]}}"#
  }

  @Test
  func `a rollout selects the variation whose weights contain the bucket, or else the last one`()
    throws
  {
    func variation(_ weights: [Int], _ user: String = Self.ana) throws -> Substring {
      try Sample(Self.rollout("", weights)).result(user).prefix(1)
    }
    #expect(try variation([100_000, 0, 0]) == "0")
    #expect(try variation([0, 100_000, 0]) == "1")
    #expect(try variation([1, 1, 0]) == "2")
    #expect(try variation([0, 100_000], #"{"kind": "org", "key": "o"}"#) == "1")
    #expect(try variation([1, 99_999], #"{"kind": "org", "key": "o"}"#) == "0")
  }

  @Test
  func `the reason says inExperiment only if an experiment selected the variation`() throws {
    func reason(_ members: String, _ weights: [Int], _ user: String = Self.ana) throws -> String {
      try Sample(Self.rollout(members, weights)).result(user)
    }
    let experiment = #""kind": "experiment", "bucketBy": "missing", "#
    #expect(try reason(experiment, [100_000]) == #"0 {"kind":"FALLTHROUGH","inExperiment":true}"#)
    #expect(try reason("", [100_000]) == #"0 {"kind":"FALLTHROUGH"}"#)
    #expect(
      try reason(experiment, [100_000], #"{"kind": "org", "key": "o"}"#)
        == #"0 {"kind":"FALLTHROUGH"}"#
    )
    let untracked =
      #""fallthrough": {"rollout": {"kind": "experiment", "variations": ["#
      + #"{"variation": 1, "weight": 100000, "untracked": true}]}}"#
    #expect(try Sample(untracked).result(Self.ana) == #"1 {"kind":"FALLTHROUGH"}"#)
  }

  @Test
  func `each kind of result is mapped to a reason of OpenFeature`() throws {
    func reason(_ members: String) throws -> EvaluationReason {
      let context = try Sample.user(Self.ana)
      return try Sample(members).feature("f", for: context).evaluation(in: .release).reason
    }
    let rollout = #"{"rollout": {"variations": [{"variation": 0, "weight": 100000}]}}"#
    #expect(try reason(#""on": false"#) == .disabled)
    #expect(try reason(#""targets": [{"values": ["ana"], "variation": 1}]"#) == .targetingMatch)
    #expect(try reason(#""rules": [{"clauses": [], "variation": 1}]"#) == .targetingMatch)
    #expect(try reason(#""fallthrough": {"variation": 1}"#) == .byDefault)
    #expect(try reason(#""fallthrough": \#(rollout)"#) == .split)
    #expect(try reason(#""prerequisites": [{"key": "x"}]"#) == .byDefault)
    #expect(try reason("\"version\": 2") == .failed)
  }

  @Test
  func `a flag that is off is evaluated if an override enables it`() throws {
    let sample = try Sample(#""on": false, "fallthrough": {"variation": 1}"#)
    let context = try Sample.user(Self.ana)
    var feature = try sample.feature("f", for: context)
    #expect(feature.value == .string("c"))
    feature = feature.overridden(by: Override(enabled: true))
    feature.allocate(by: sample.evaluator.allocator(for: context, count: 1))
    #expect(feature.value == .string("b"))
  }
}
