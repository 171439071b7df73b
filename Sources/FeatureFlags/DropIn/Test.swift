/// A snapshot of a feature that is a test.
///
/// Create a test for each look-up: it does not follow later changes of the shared store.
public class Test: RawRepresentable {
  /// One of the outcomes of a test.
  public typealias Variation = TestVariation

  /// The name of the feature.
  public let rawValue: Feature.Name

  let outcome: FlagStore.State.TestOutcome

  /// Looks up a test; `nil` if there is no feature of that name, or it is not a test.
  public required init?(rawValue: Feature.Name) {
    guard let outcome = SharedFlags.shared.read({ $0.testOutcome(of: rawValue) }) else {
      return nil
    }
    self.rawValue = rawValue
    self.outcome = outcome
  }

  /// The variation that the user gets: `disabled` while the test is disabled.
  public func variation() -> Variation { outcome.variation }
}

/// A test of two variations with names of their own.
public class ABTest: Test {
  /// Looks up an A/B test; `nil` if there is no feature of that name, or it is not an A/B test.
  public required init?(rawValue: Feature.Name) {
    super.init(rawValue: rawValue)
    guard outcome.test == .ab else { return nil }
  }

  /// Whether the user gets the first variation.
  public func isGroupA() -> Bool { isGroup(0) }

  /// Whether the user gets the second variation.
  public func isGroupB() -> Bool { isGroup(1) }

  private func isGroup(_ index: Int) -> Bool {
    // An A/B test of a flag service may have one variation only.
    index < outcome.variations.count && outcome.variation == outcome.variations[index]
  }
}
