/// A feature that is a test, as the shared store has it when the test is made.
public class Test: RawRepresentable {
  /// One of the outcomes of a test.
  public typealias Variation = TestVariation

  let feature: Feature

  /// Looks up a test; `nil` if there is no feature of that name, or it is no test.
  public required init?(rawValue: Feature.Name) {
    guard let feature = Feature.named(rawValue), feature.type.isTest else { return nil }
    self.feature = feature
  }

  /// The name of the feature.
  public var rawValue: Feature.Name { feature.name }

  /// The variation that the user gets.
  public func variation() -> Variation {
    feature.testVariation()
  }
}

/// A test of two variations with names of their own.
public class ABTest: Test {
  /// Looks up an A/B test; `nil` if there is no feature of that name, or it is no A/B test.
  public required init?(rawValue: Feature.Name) {
    super.init(rawValue: rawValue)
    guard feature.type == .featureTest(.ab) else { return nil }
  }

  /// Whether the user gets the first variation.
  public func isGroupA() -> Bool {
    feature.isTestVariation(feature.testVariations[0])
  }

  /// Whether the user gets the second variation.
  public func isGroupB() -> Bool {
    feature.isTestVariation(feature.testVariations[1])
  }
}
