import Testing

@testable import Optimizely
@testable import OptimizelyEngine

/// Tests the trace of a decision as text.
struct TraceTests {
  private func trace(
    _ user: UserContext,
    _ flag: String = "checkout",
    file: String = Fixture.rules
  ) throws -> String {
    let evaluator = try Fixture.evaluator(file)
    let decision = evaluator.decide(flag, for: user, options: .includeTrace)
    return try #require(decision.trace).description
  }

  @Test func `the trace of a forced flag contains only the forced decision`() throws {
    let user = UserContext(id: "u", forcedDecisions: [.init(flag: "checkout"): "treatment"])
    #expect(
      try trace(user) == """
        flag "checkout": treatment
          forced decision "treatment"
        """
    )
  }

  @Test func `the trace of a holdout has status, audience and bucket`() throws {
    let user = UserContext(id: "user-1", attributes: ["country": "us"])
    #expect(
      try trace(user, file: Fixture.holdouts) == """
        holdout "global_draft": no match
          is not running (Draft)
        holdout "global_us": no match
          audience is true
            audience "legacy us": true
              country is "us", the user has "us": true
          bucket 3867: not allocated
              0..<2000 held_us
        local holdout "local_checkout": held_local
          audience is everyone
          bucket 2823: "held_local"
            > 0..<4000 held_local
        """
    )
  }

  @Test func `the trace has the variations of allow-list and profile, known or unknown`() throws {
    #expect(
      try trace(UserContext(id: "vip")) == """
        experiment "checkout_test": treatment
          allow-list has "treatment"
        """
    )
    #expect(
      try trace(UserContext(id: "ghost", profile: ["1001": "2002"])) == """
        experiment "checkout_test": treatment
          allow-list has "no_such_variation", which the rule does not have
          profile has "treatment"
        """
    )
  }

  @Test
  func `the trace has conditions with the result unknown, unallocated buckets and the last rule`()
    throws
  {
    let user = UserContext(id: "user-3", attributes: ["age": "x", "country": "us"])
    #expect(
      try trace(user) == """
        experiment "checkout_test": no match
          audience is unknown
            audience "beta testers": unknown
              beta is true: unknown (the user has no such attribute)
        experiment "partial": no match
          audience is everyone
          bucket 6489: not allocated
              0..<2500 on
            > 2500..<7500 not allocated
              7500..<8000 on
        delivery rule "r_us": no match
          audience is true
            audience "legacy us": true
              country is "us", the user has "us": true
          bucket 8824: not allocated
              0..<5000 r_us_on
        everyone else "r_else": r_else_off
          audience is everyone
          bucket 5158: "r_else_off"
            > 0..<10000 r_else_off
        """
    )
  }

  @Test
  func `the trace of a mutually exclusive group marks the experiment that the bucket selects`()
    throws
  {
    #expect(
      try trace(UserContext(id: "user-1"), "mutex_flag") == """
        experiment "mutex_a": no match
          audience is everyone
          group 3001, bucket 9314: not this experiment
              0..<3000 mutex_a
              3000..<5000 not allocated
            > 5000..<10000 mutex_b
        experiment "mutex_b": b1
          audience is everyone
          group 3001, bucket 9314: this experiment
              0..<3000 mutex_a
              3000..<5000 not allocated
            > 5000..<10000 mutex_b
          bucket 3875: "b1"
            > 0..<5000 b1
              5000..<10000 b2
        """
    )
  }

  @Test(
    arguments: [
      (nil, "the user's segments were never fetched: false"),
      ([], "the user is in no segment: false"), (["gold"], "the user is in \"gold\": true"),
      (["b", "a"], "the user is in \"a\", \"b\": false"),
      (
        ["a", "b", "c", "d", "e", "f", "g", "gold", "h", "i"],
        #"the user is in "gold", "a", "b", "c", "d", "e", "f", "g" and 2 more: true"#
      ),
    ] as [([String]?, String)]
  )
  func `the trace of a segment condition has the segments of the user`(
    segments: [String]?,
    text: String
  ) throws {
    let leaf =
      #"{"type":"third_party_dimension","name":"odp","match":"qualified","value":"gold"}"#
    let decision = try SmallDatafile.targeted(leaf).evaluator()
      .decide(
        "f",
        for: UserContext(id: "u", segments: segments.map(Set.init)),
        options: .includeTrace
      )
    let lines = try #require(decision.trace).lines.map { $0.drop { $0 == " " } }
    #expect(lines.contains("odp has \"gold\", \(text)"), "\(lines)")
  }

  @Test func `the trace marks conditions after the decisive condition as skipped`() throws {
    let user = UserContext(id: "u", attributes: ["country": "us"])
    #expect(
      try trace(user, "swift_and_flag") == """
        experiment "swift_and": no match
          audience is unknown
            audience "not(unknown and false)": unknown
              not: unknown
                all of: unknown
                  missing > 1: unknown (the user has no such attribute)
                  country is "zz", the user has "us": false, skipped
        """
    )
  }
}
