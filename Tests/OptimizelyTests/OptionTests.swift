import FeatureFlags
import Testing

@testable import Optimizely
@testable import OptimizelyEngine

/// Tests the options of decisions.
struct OptionTests {
  private let user = UserContext(id: "u")

  private var datafile: SmallDatafile {
    let bad = #"[{ "id": "v", "key": "size", "type": "integer", "defaultValue": "x" }]"#
    return SmallDatafile(
      experiments: "[\(SmallDatafile.experiment("1", key: "e"))]",
      flags: """
        [\(SmallDatafile.flag("f", experiments: ["1"])),
         \(SmallDatafile.flag("off", variables: bad)),
         \(SmallDatafile.flag("g", experiments: ["1"]))]
        """
    )
  }

  @Test func `decideAll returns the flags in the order of the datafile`() throws {
    let decisions = try datafile.evaluator().decideAll(for: user)
    #expect(decisions.map(\.flag) == ["f", "off", "g"])
    #expect(decisions.map(\.isEnabled) == [true, false, true])
  }

  @Test func `a sticky variation of one decision applies to later decisions of the same call`()
    throws
  {
    let decisions = try datafile.evaluator().decideAll(for: user)
    #expect(decisions[0].sticky == .init(experimentID: "1", variationID: "11"))
    #expect(decisions[2].sticky == nil)
    #expect(decisions[2].variation == "on")
  }

  @Test
  func `enabledFlagsOnly excludes flags that are off from the result for several flags`()
    throws
  {
    let evaluator = try datafile.evaluator()
    let keys = ["off", "f", "nope"]
    let decisions = evaluator.decide(keys: keys, for: user, options: .enabledFlagsOnly)
    #expect(decisions.map(\.flag) == ["f", "nope"])
    #expect(decisions.map(\.hasFailed) == [false, true])
    #expect(evaluator.decide("off", for: user, options: .enabledFlagsOnly).flag == "off")
  }

  @Test func `an unknown flag is off with the error as its reason`() throws {
    let decision = try datafile.evaluator().decide("nope", for: user)
    #expect(decision.reasons == [#"No flag was found for key "nope"."#])
    #expect(decision.source == nil)
    #expect(!decision.isEnabled)
    #expect(!decision.sendsImpression)
  }

  @Test func `an invalid variable value is excluded with an error, unless variables are excluded`()
    throws
  {
    let evaluator = try datafile.evaluator()
    let decision = evaluator.decide("off", for: user)
    #expect(decision.invalidVariables == ["size"])
    #expect(decision.reasons == [#"Variable value for key "size" is invalid or wrong type."#])
    let excluded = evaluator.decide("off", for: user, options: .excludeVariables)
    #expect(excluded.reasons.isEmpty)
    #expect(excluded.variables.isEmpty)
  }

  @Test
  func `errors are the first reasons, and evaluation steps are listed only with includeReasons`()
    throws
  {
    let evaluator = try datafile.evaluator()
    #expect(evaluator.decide("f", for: user).reasons.isEmpty)
    let decision = evaluator.decide("f", for: user, options: .includeReasons)
    #expect(
      decision.reasons == [
        "User (u) is in variation (on) of experiment (e)"
      ]
    )
    #expect(decision.trace == nil)
    let off = evaluator.decide("off", for: user, options: .includeReasons)
    #expect(off.reasons.first == #"Variable value for key "size" is invalid or wrong type."#)
  }

  @Test func `disableDecisionEvent sends no impressions, and sendFlagDecisions sends all of them`()
    throws
  {
    let evaluator = try datafile.evaluator()
    #expect(evaluator.decide("f", for: user).sendsImpression)
    #expect(!evaluator.decide("f", for: user, options: .disableDecisionEvent).sendsImpression)
    #expect(!evaluator.decide("off", for: user).sendsImpression)
    var loud = datafile
    loud.more = #""sendFlagDecisions": true,"#
    #expect(try loud.evaluator().decide("off", for: user).sendsImpression)
  }

  @Test func `a decision is encoded as JSON with null for missing values`() throws {
    let decision = try datafile.evaluator().decide("off", for: user, options: .excludeVariables)
    let text =
      #"{"flag":"off","enabled":false,"variation":null,"rule":null,"source":"rollout","#
      + #""variables":{},"reasons":[]}"#
    #expect(decision.json.text() == text)
  }

  @Test func `each decide option can be created from its name`() {
    for (name, option) in DecideOptions.names { #expect(DecideOptions(name: name) == option) }
    #expect(DecideOptions(name: "nope") == nil)
    #expect(Set(DecideOptions.names.map(\.option.rawValue)).count == DecideOptions.names.count)
  }
}
