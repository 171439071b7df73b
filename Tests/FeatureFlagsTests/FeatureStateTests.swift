import CoreTestSupport
import Foundation
import Testing

@testable import FeatureFlags

/// Tests the state of a feature for a user, including the cases that the original framework tests.
struct FeatureStateTests {
  static let halves: [(assignment: Double, isFirst: Bool)] = [
    (0, true), (33, true), (49.99999999999999, true), (50, false), (99.99999999999999, false),
    (100, false),
  ]

  @Test(arguments: halves)
  func `with two equal biases, the second variation begins at the assignment 50`(
    assignment: Double,
    isFirst: Bool
  )
    throws
  {
    let feature = try Samples.test(variations: ["Group A", "Group B"]).assigned(assignment)
    #expect(feature.isTestVariation("Group A") == isFirst)
    #expect(feature.isTestVariation("Group B") == !isFirst)
    #expect(feature.testVariation() == (isFirst ? "Group A" : "Group B"))
    #expect(feature.isEnabled())
    #expect(feature.testBias("Group A")?.rawValue == 50)
    #expect(feature.testBias("Nope") == nil)
    #expect(feature.testVariations.count == 2)
  }

  static let tenths: [(assignment: Double, isOn: Bool)] = [
    (0, true), (9.99, true), (10, false), (100, false),
  ]

  @Test(arguments: tenths)
  func `an on/off test is enabled for the users with the variation Enabled`(
    assignment: Double,
    isOn: Bool
  ) throws {
    let feature = try Samples.test(variations: ["Enabled", "Disabled"], biases: [10, 90])
      .assigned(assignment)
    #expect(feature.isEnabled() == isOn)
    #expect(feature.isTestVariation(.enabled) == isOn)
    #expect(feature.isTestVariation(.disabled) == !isOn)
    #expect(feature.testVariation() == (isOn ? .enabled : .disabled))
  }

  @Test func `a disabled A/B test reports Disabled, and no bias and no label`() throws {
    let feature = try Samples.feature(
      #""enabled":false,"test-variations":["X","Y"],"labels":["x","y"]"#
    ).assigned(0)
    #expect(!feature.isEnabled())
    #expect(feature.state(in: .release).variation == nil)
    #expect(feature.testVariation() == .disabled)
    #expect(!feature.isTestVariation("X"))
    #expect(feature.isTestVariation(.disabled))
    #expect(feature.testBias("X")?.rawValue == 0)
    #expect(feature.label("X") == nil)
  }

  @Test func `a disabled on/off test reports Disabled`() throws {
    let feature = try Samples.feature(
      #""enabled":false,"test-variations":["Enabled","Disabled"]"#
    ).assigned(0)
    #expect(!feature.isEnabled())
    #expect(feature.testVariation() == .disabled)
    #expect(feature.isTestVariation(.disabled))
    #expect(feature.testBias(.enabled)?.rawValue == 0)
  }

  @Test func `a user stays in a roll-out while it grows`() throws {
    for assignment in [5.0, 15, 45] {
      var was = false
      for share in [10.0, 20, 50, 100] {
        let isOn = try Samples.test(
          variations: ["Enabled", "Disabled"],
          biases: [share, 100 - share]
        ).assigned(assignment).isEnabled()
        #expect(isOn || !was)
        was = isOn
      }
      #expect(was)
    }
  }

  @Test func `labels are matched with variations by position, and can be missing`() throws {
    let feature = try Samples.feature(
      #""test-variations":["X","Y","Z"],"labels":["x",null]"#
    ).assigned(0)
    #expect(feature.label("X") == "x")
    #expect(feature.label("Y") == nil)
    #expect(feature.label("Z") == nil)
    #expect(feature.label("W") == nil)
  }

  @Test(arguments: [
    #""enabled":true"#, #""enabled":true,"test-variations":["Enabled","Disabled"]"#,
    #""enabled":true,"test-variations":["X","Y"]"#, #""enabled":true,"unlocked":true"#,
  ])
  func `a feature under development is disabled in release builds`(members: String) throws {
    let feature = try Samples.feature(members + #","development":true"#).assigned(0)
    #expect(feature.state(in: .development).isEnabled)
    #expect(!feature.state(in: .release).isEnabled)
    #expect(feature.state(in: .release).isUnlocked != true)
    let ready = try Samples.feature(members).assigned(0)
    #expect(ready.state(in: .release).isEnabled)
    let forced = feature.overridden(Override(enabled: true))
    #expect(forced.state(in: .release).isEnabled)
  }

  @Test func `an override of the state sets the state and does not toggle it`() throws {
    for members in [
      #""enabled":true"#, #""enabled":false"#, #""test-variations":["Enabled","Disabled"]"#,
      #""enabled":true,"test-variations":["X"]"#, #""test-variations":["X","Y"]"#,
    ] {
      let feature = try Samples.feature(members).assigned(0)
      for isOn in [true, true, false, false, true] {
        let override = try feature.override(after: .enabled(isOn))
        #expect(feature.overridden(override).isEnabled() == isOn)
      }
    }
  }

  @Test
  func `overriding the variation enables a disabled test, and the override Disabled disables it`()
    throws
  {
    let test = try Samples.feature(#""enabled":false,"test-variations":["X","Y"]"#).assigned(0)
    let forced = test.overridden(try test.override(after: .variation("y")))
    #expect(forced.isEnabled())
    #expect(forced.testVariation().rawValue == "Y")
    let off = forced.overridden(try forced.override(after: .variation(.disabled)))
    #expect(!off.isEnabled())
    #expect(off.testVariation() == .disabled)
    let again = off.overridden(try off.override(after: .variation("X")))
    #expect(again.isEnabled())
    #expect(again.isTestVariation("X"))
  }

  @Test func `overriding a flag with Enabled or Disabled enables or disables it`() throws {
    let flag = try Samples.feature(#""enabled":false,"test-variations":["X"]"#)
    let forced = flag.overridden(try flag.override(after: .variation("x")))
    #expect(forced.isEnabled())
    #expect(!forced.overridden(try forced.override(after: .variation("!X"))).isEnabled())
  }

  @Test func `Enabled and Disabled force the state of a flag with one variation`() throws {
    for members in [#""test-variations":["X"]"#, #""test-variations":["X"],"unlocked":true"#] {
      for (variation, isOn) in [
        (TestVariation.enabled, true), (.disabled, false), ("DISABLED", false),
      ] {
        let flag = try Samples.feature(#""enabled":\#(!isOn),"# + members)
        let forced = flag.overridden(try flag.override(after: .variation(variation)))
        #expect(forced.isEnabled() == isOn)
        #expect(forced.testVariation() == (isOn ? "X" : "!X"))
      }
    }
  }

  @Test func `an override that does not match the type of the feature is rejected`() throws {
    let test = try Samples.test(variations: ["X", "Y"])
    #expect(throws: OverrideError.unknownVariation(found: "Nope", expected: ["X", "Y"])) {
      try test.override(after: .variation("Nope"))
    }
    #expect(throws: OverrideError.notAnUnlockFlag(.featureTest(.ab))) {
      try test.override(after: .unlocked(true))
    }
    let locked = try Samples.feature(#""enabled":false,"unlocked":false"#)
    #expect(throws: OverrideError.disabled) { try locked.override(after: .unlocked(true)) }
    let gone = try Samples.feature(#""type":"deprecated""#)
    #expect(throws: OverrideError.deprecated) { try gone.override(after: .enabled(true)) }
  }

  @Test func `an unlock flag is unlocked only while it is enabled`() throws {
    let flag = try Samples.feature(#""enabled":true,"unlocked":false"#)
    #expect(flag.state(in: .release).isUnlocked == false)
    let unlocked = flag.overridden(try flag.override(after: .unlocked(true)))
    #expect(unlocked.isUnlocked())
    let off = unlocked.overridden(try unlocked.override(after: .enabled(false)))
    #expect(!off.isUnlocked())
    #expect(off.overridden(try off.override(after: .enabled(true))).isUnlocked())
  }

  @Test func `an override with a variation that the feature no longer has is ignored`() throws {
    let test = try Samples.test(variations: ["X", "Y"]).assigned(0)
      .overridden(Override(variation: "Gone"))
    #expect(test.testVariation() == "X")
    #expect(test.forcedVariation == nil)
  }

  @Test(arguments: [-1, 101, 1e300])
  func `an assignment outside 0 to 100 is ignored`(number: Double) throws {
    let feature = try Samples.feature(
      #""test-variations":["X","Y"],"test-variation-assignment":\#(number)"#
    )
    #expect(feature.assignment == nil)
  }

  @Test func `the description of a feature does not round its assignment`() throws {
    let feature = try Samples.test(variations: ["X", "Y"]).assigned(99.5)
    #expect(feature.description.contains("99.5%"))
  }

  @Test func `the arguments of an initializer determine the type of the feature`() {
    #expect(Feature(name: "F").type == .featureFlag)
    #expect(Feature(name: "F", unlocked: true).type == .unlockFlag)
    #expect(Feature(name: "F", testVariations: [.a, .b]).type == .featureTest(.ab))
    let onOff = Feature(name: "F", testVariations: [.enabled, .disabled])
    #expect(onOff.type == .featureTest(.featureFlagAB))
    let test = Feature(
      name: "F",
      testVariations: [.a, .b, .c],
      testBiases: [20, 30, 50].map(Percentage.init(rawValue:))
    )
    #expect(test.testBias(.c)?.rawValue == 50)
    #expect(Feature(name: "F", testVariations: []).assigned(50).testVariation() == .disabled)
  }

  @Test func `an override expires at its expiry and not before`() {
    let end = Date(timeIntervalSince1970: 1000)
    let override = Override(enabled: true, lifetime: .until(end))
    #expect(!override.isExpired(at: end.addingTimeInterval(-0.001)))
    #expect(override.isExpired(at: end))
    #expect(!Override(enabled: true).isExpired(at: .distantFuture))
  }
}
