/// A snapshot of the outcome of a test for the user.
///
/// Create a test for each look-up: a snapshot does not follow later changes of the shared store.
public class Test: RawRepresentable {
  /// A shorter name for ``TestVariation``.
  public typealias Variation = TestVariation

  /// The name of the feature that is a test.
  public let rawValue: Feature.Name

  let outcome: FlagStore.State.TestOutcome

  /// Looks up the test with the given name; the result is `nil` if there is none, or if the feature
  /// is not a test.
  public required init?(rawValue: Feature.Name) {
    guard let outcome = DefaultStore.shared.read(rawValue, { $0.testOutcome(of: $1) }) else {
      return nil
    }
    self.rawValue = rawValue
    self.outcome = outcome
  }

  /// Returns the variation that the user gets; `disabled` while the test is disabled.
  public func variation() -> Variation { outcome.variation }
}

/// An A/B test: a test of two variations with names other than Enabled and Disabled.
public class ABTest: Test {
  /// Looks up the A/B test with the given name; the result is `nil` if there is none, or if the
  /// feature is not an A/B test.
  public required init?(rawValue: Feature.Name) {
    super.init(rawValue: rawValue)
    guard outcome.test == .ab else { return nil }
  }

  /// Returns whether the user gets the first variation.
  public func isGroupA() -> Bool { isGroup(0) }

  /// Returns whether the user gets the second variation.
  public func isGroupB() -> Bool { isGroup(1) }

  private func isGroup(_ index: Int) -> Bool {
    // Checks the bounds: an A/B test of a flag service may have a single variation.
    index < outcome.variations.count && outcome.variation == outcome.variations[index]
  }
}
