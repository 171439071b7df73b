import Testing

@testable import Optimizely

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
  func `the reasons name an allow-listed variation, known or unknown`(entry: String, reason: String)
    throws
  {
    let listed = SmallDatafile.experiment("1", key: "e")
      .replacing(#""forcedVariations": {}"#, with: #""forcedVariations": { \#(entry) }"#)
    #expect(try reasons(datafile(listed)).first == reason)
  }

  @Test func `the reasons name a stored variation with its experiment`() throws {
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
  func `the reasons of an empty or unknown bucket entity say that the user is in no variation`()
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
        "No traffic allocation rules are defined for experiement (e)."
      )
    )
  }

  /// Unlike in the SDK, a list of one condition is equivalent to the condition.
  @Test func `the reasons name a condition that evaluates to unknown, and the list around it`()
    throws
  {
    let condition = #"{"name":"age","type":"custom_attribute","match":"gt","value":18}"#
    let exists = #"{"name":"age","type":"custom_attribute","match":"exists"}"#
    let reasons = try reasons(.targeted(#"["or", \#(condition), \#(exists)]"#))
    #expect(
      reasons.first == "Condition has an invalid format (OR with invalid items ["
        + "Audience condition (\(condition)) evaluated to UNKNOWN because no value was passed for "
        + "user attribute (age).])."
    )
    #expect(reasons[1] == "User (u) does not meet conditions to be in experiment (e).")
  }
}
