import CoreTestSupport
import TestSupport
import Testing

@testable import FeatureFlags

/// Tests that the code of a release build cannot enable a feature under development.
struct DevelopmentGuardTests {
  /// The members of a feature under development, and the variation that would enable it.
  static let features: [(members: String, variation: TestVariation)] = [
    (#""enabled":false"#, .enabled), (#""enabled":true"#, .enabled),
    (#""enabled":false,"test-variations":["X"]"#, "X"),
    (#""test-variations":["on","off"]"#, .enabled),
    (#""enabled":false,"test-variations":["on","off"]"#, .enabled),
    (#""test-variations":["X","Y"]"#, "Y"), (#""test-variations":["X","Y","Z"]"#, .enabled),
    (#""enabled":true,"unlocked":true"#, .enabled),
  ]

  private func store(_ members: String, isDevelopment: Bool = true) throws -> FlagStore {
    let store = FlagStore(draw: { 0 })
    let text = #"[{"name":"F",\#(members),"development":\#(isDevelopment)}]"#
    try store.load(try Samples.configuration(text))
    return store
  }

  @Test(arguments: features)
  func `an unsaved override of the program enables no development feature in a release build`(
    members: String,
    variation: TestVariation
  ) throws {
    for choice in [OverrideChoice.enabled(true), .variation(variation)] {
      let store = try store(members)
      try store.override(choice, for: ["F"], isSaved: false)
      #expect(!store.isEnabled("F", in: .release))
      #expect(store.isEnabled("F", in: .development))
      let feature = try #require(store.feature(named: "F"))
      #expect(!feature.isEnabled(isDevelopment: false, in: .release))
      #expect(feature.isEnabled(isDevelopment: true, in: .development))
      #expect(feature.state(in: .release).isUnlocked != true)
    }
  }

  @Test(arguments: features)
  func `isEnabled with isDevelopment is false in a release build despite any override`(
    members: String,
    variation: TestVariation
  ) throws {
    for isDevelopment in [true, false] {
      let store = try store(members, isDevelopment: isDevelopment)
      for isSaved in [true, false] {
        for choice in [OverrideChoice.enabled(true), .variation(variation)] {
          try store.override(choice, for: ["F"], isSaved: isSaved)
          let feature = try #require(store.feature(named: "F"))
          #expect(!feature.isEnabled(isDevelopment: true, in: .release))
          #expect(feature.isEnabled(isDevelopment: true, in: .development))
        }
      }
    }
  }

  @Test(arguments: features)
  func `a tester's saved override enables a development feature in a release build`(
    members: String,
    variation: TestVariation
  ) throws {
    let store = try store(members)
    try store.override(.variation(variation), for: ["F"])
    #expect(store.isEnabled("F", in: .release))
  }

  @Test func `the program can enable a feature that is not under development`() throws {
    let store = try store(#""enabled":false"#, isDevelopment: false)
    try store.override(.enabled(true), for: ["F"], isSaved: false)
    #expect(store.isEnabled("F", in: .release))
  }
}
