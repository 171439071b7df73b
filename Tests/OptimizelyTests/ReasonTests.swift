import Testing

@testable import Optimizely
@testable import OptimizelyEngine

/// Tests the reasons of decisions, which have the texts of the Swift SDK.
struct ReasonTests {
  private let user = UserContext(id: "u")

  private func reasons(_ datafile: SmallDatafile, _ user: UserContext? = nil) throws -> [String] {
    try datafile.evaluator().decide("f", for: user ?? self.user, options: .includeReasons).reasons
  }

  private func datafile(_ experiment: String, rollout: String = "") -> SmallDatafile {
    SmallDatafile(
      experiments: "[\(experiment)]",
      flags: "[\(SmallDatafile.flag("f", experiments: ["1"], rollout: rollout))]"
    )
  }

  @Test func `the reasons name an experiment that is not running and a missing rollout`() throws {
    let paused = SmallDatafile.experiment("1", key: "e", status: "Paused")
    #expect(
      try reasons(datafile(paused)) == [
        "Experiment (e) is not running.", "There is no rollout of feature (f).",
      ]
    )
  }

  @Test func `the reasons name a flag without experiments and an unknown rollout`() throws {
    let datafile = SmallDatafile(flags: "[\(SmallDatafile.flag("f", rollout: "r"))]")
    #expect(
      try reasons(datafile) == [
        "Feature (f) is not attached to any experiments.",
        "Invalid rollout ID (r) attached to feature (f).",
      ]
    )
  }

  @Test(arguments: [
    (#""u": "on""#, "Forced variation (on) is found for user (u)"),
    (#""u": "gone""#, "Forced variation (gone) is found for user (u), but it's not in datafile."),
  ])
  func `the reasons name an allow-listed variation, even if it is not in the datafile`(
    entry: String,
    reason: String
  )
    throws
  {
    let listed = SmallDatafile.experiment("1", key: "e")
      .replacing(#""forcedVariations": {}"#, with: #""forcedVariations": { \#(entry) }"#)
    #expect(try reasons(datafile(listed)).first == reason)
  }

  @Test func `the reasons name the sticky variation of the user profile and its experiment`() throws
  {
    var user = user
    user.profile = ["1": "11"]
    #expect(
      try reasons(datafile(SmallDatafile.experiment("1", key: "e")), user) == [
        "Returning previously activated variation (on) of experiment (e) for user (u) "
          + "from user profile."
      ]
    )
  }

  @Test
  func `the reasons say why the traffic allocation of an experiment assigns no variation`()
    throws
  {
    let none = SmallDatafile.experiment("1", key: "e", end: 0)
    #expect(try reasons(datafile(none)).contains("User (u) is in no variation."))
    let gone = SmallDatafile.experiment("1", key: "e")
      .replacing(#""entityId": "11""#, with: #""entityId": "99""#)
    #expect(try reasons(datafile(gone)).contains("Bucketed into an invalid variation id (99)"))
    let empty = SmallDatafile.experiment("1", key: "e")
      .replacing(#"[{ "entityId": "11", "endOfRange": 10000 }]"#, with: "[]")
    #expect(
      try reasons(datafile(empty)).contains(
        "No traffic allocation rules are defined for experiment (e)."
      )
    )
  }

  @Test func `the reasons name the condition that makes a list unknown, with sorted keys`() throws {
    let condition = #"{"name":"a/b","type":"custom_attribute","match":"gt","value":18}"#
    let exists = #"{"name":"age","type":"custom_attribute","match":"exists"}"#
    let reasons = try reasons(.targeted(#"["or", \#(condition), \#(exists)]"#))
    let written = #"{"match":"gt","name":"a\/b","type":"custom_attribute","value":18}"#
    #expect(
      reasons == [
        "Audience condition (\(written)) evaluated to UNKNOWN because no value was passed for "
          + "user attribute (a/b).",
        "User (u) does not meet conditions to be in experiment (e).",
        "There is no rollout of feature (f).",
      ]
    )
  }

  @Test func `the reasons name the cause of a condition that is nested in many others`() throws {
    let leaf = #"{"name":"a","type":"custom_attribute","match":"gt","value":18}"#
    let nested = (0..<100).reduce(leaf) { part, _ in #"["not", \#(part)]"# }
    let first = try reasons(.targeted(nested)).first
    #expect(first?.hasSuffix("no value was passed for user attribute (a).") == true)
  }

  @Test(
    arguments: [
      (true, "true"), ("text", "text"), (-Double.infinity, "-inf"), (Double.nan, "nan"),
      (2.0, "2.0"),
    ] as [(any Sendable, String)]
  )
  func `the reasons show an attribute value of the wrong type as the app passed it`(
    value: any Sendable,
    text: String
  ) throws {
    let condition = #"{"name":"age","type":"custom_attribute","match":"substring","value":"x"}"#
    let bad = condition.replacing(#""substring","value":"x""#, with: #""gt","value":18"#)
    let user = UserContext(id: "u", given: ["age": value])
    let isText = value is String
    let first = try reasons(.targeted(isText || value is Bool ? bad : condition), user).first
    #expect(
      first?.hasSuffix("a value of type (\(text)) was passed for user attribute (age).") == true
    )
  }

  @Test func `the reasons name the variation that is assigned, but not the bucket of the user`()
    throws
  {
    let experiment = SmallDatafile.experiment("1", key: "e")
    #expect(
      try reasons(datafile(experiment)) == ["User (u) is in variation (on) of experiment (e)"]
    )
  }
}
