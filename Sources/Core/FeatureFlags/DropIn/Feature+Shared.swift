extension Feature {
  /// Looks up the feature with the given name in the shared store; the result is `nil` if the
  /// configuration has none.
  public init?(named name: Name) {
    guard let feature = Feature.named(name) else { return nil }
    self = feature
  }

  /// Returns the feature with the given name from the shared store; `nil` if the configuration has
  /// none.
  public static func named(_ name: Name) -> Feature? {
    DefaultStore.shared.read(name) { $0.feature(named: $1) }
  }

  /// Returns an enabled feature from the shared store, optionally in development builds only.
  ///
  /// - Returns: The feature; `nil` if it is disabled, or if `isDevelopment` is `true` in a release
  ///   build.
  public static func named(_ name: Name, isDevelopment: Bool) -> Feature? {
    guard let feature = named(name), feature.isEnabled(isDevelopment: isDevelopment) else {
      return nil
    }
    return feature
  }

  /// Returns whether the feature with the given name is on; `false` if the configuration has none.
  public static func isEnabled(_ name: Name, isDevelopment: Bool = false) -> Bool {
    if isDevelopment { return named(name)?.isEnabled(isDevelopment: true) ?? false }
    let build = DefaultStore.shared.build
    return DefaultStore.shared.read(name) { $0.isEnabled($1, in: build) } ?? false
  }

  /// Returns whether the user gets the variation of the feature with the given name; `false` for an
  /// unknown name.
  public static func isTestVariation(feature name: Name, variation: Test.Variation) -> Bool {
    named(name)?.isTestVariation(variation) ?? false
  }
}

extension Feature {
  /// Returns whether the feature is on for the user.
  ///
  /// For an on/off test, the result is whether the user gets the variation Enabled.
  ///
  /// - Parameter isDevelopment: Whether the feature is treated as under development; no override
  ///   enables it then in a release build.
  /// - Returns: Whether the feature is on; `false` for a feature under development in a release
  ///   build, unless a tester has overridden it.
  public func isEnabled(isDevelopment: Bool = false) -> Bool {
    self.isEnabled(isDevelopment: isDevelopment, in: DefaultStore.shared.build)
  }

  func isEnabled(isDevelopment: Bool, in build: BuildKind) -> Bool {
    if isDevelopment, build == .release { return false }
    return state(in: build).isEnabled
  }

  /// Returns the variation that the user gets; `disabled` while a test is disabled, even if the
  /// test does not declare that variation.
  ///
  /// - Returns: The variation; `unassigned` if a flag service has no variation for the user.
  public func testVariation() -> Test.Variation {
    let state = state(in: DefaultStore.shared.build)
    return state.variation ?? (state.isEnabled || isEvaluatedByService ? .unassigned : .disabled)
  }

  /// Returns whether the user gets the variation.
  public func isTestVariation(_ variation: Test.Variation) -> Bool {
    testVariation() == declared(variation) ?? variation
  }

  /// Returns the analytics text of the variation; `nil` if it has none, or while the feature is
  /// off.
  public func label(_ variation: Test.Variation) -> String? {
    guard override?.enabled ?? (forcedVariation != nil || enabled) else { return nil }
    guard let declared = declared(variation) else { return nil }
    return zip(testVariations, labels).first { $0.0 == declared }?.1
  }

  /// Returns the percentage of users that the variation gets; 0 while the feature is disabled.
  ///
  /// - Returns: The percentage; `nil` for a variation that the feature does not have.
  func testBias(_ variation: Test.Variation) -> Percentage? {
    guard let declared = declared(variation),
      let bias = zip(testVariations, testBiases).first(where: { $0.0 == declared })?.1
    else { return nil }
    return enabled ? bias : .min
  }

  /// The assignment of the user in 0...100; 0 until the store chooses an assignment.
  package var testVariationAssignment: Double {
    get { assignment ?? 0 }
    set { assignment = newValue }
  }
}

extension Feature {
  /// Returns whether the feature is an enabled and unlocked unlock flag.
  public func isUnlocked() -> Bool {
    state(in: DefaultStore.shared.build).isUnlocked ?? false
  }

  /// Unlocks the feature for the user, and persists the override.
  ///
  /// - Returns: Whether the feature is unlocked afterwards; `false` if it is disabled or not an
  ///   unlock flag.
  @discardableResult
  public mutating func unlock() -> Bool {
    setOverride(.unlocked(true))
    return isUnlocked()
  }

  /// Locks the feature for the user, and persists the override.
  ///
  /// - Returns: Whether the feature is a locked unlock flag afterwards.
  @discardableResult
  public mutating func lock() -> Bool {
    setOverride(.unlocked(false))
    return type == .unlockFlag && !isUnlocked()
  }

  /// Ends the development of the feature, so that release builds can enable it; a refresh does not
  /// revert this.
  public func isNoLongerUnderDevelopment() {
    DefaultStore.shared.release(name)
  }

  private mutating func setOverride(_ choice: OverrideChoice) {
    // Drops the error: a change that the feature rejects has no effect, as the return value of the
    // caller shows.
    guard let override = try? override(after: choice) else { return }
    self.override = override
    // Drops the errors: the store may not have the feature, but this value has the override; an override
    // that cannot be persisted applies until the program exits.
    try? FeatureFlags.store.override(choice, for: [name])
  }
}

extension Feature: CustomStringConvertible {
  /// A description of the feature, with one property per line.
  public var description: String {
    var lines = ["Feature: \(name)", "Enabled: \(isEnabled())"]
    if type == .unlockFlag { lines.append("Unlocked: \(isUnlocked())") }
    let variations = zip(testVariations, testBiases).map { "\($0) (\($1))" }
    lines.append("Test variations: \(variations.joined(separator: ", "))")
    if let assignment, type.isTest {
      lines.append("Test variation assignment: \(assignment)% -> \(testVariation())")
    }
    return lines.joined(separator: "\n")
  }
}
