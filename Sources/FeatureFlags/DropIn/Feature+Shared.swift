extension Feature {
  /// Looks up a feature in the shared store; `nil` if the configuration has none of that name.
  public init?(named name: Name) {
    guard let feature = Feature.named(name) else { return nil }
    self = feature
  }

  /// Looks up a feature in the shared store; `nil` if the configuration has none of that name.
  public static func named(_ name: Name) -> Feature? {
    SharedFlags.shared.read { $0.feature(named: name) }
  }

  /// Looks up a feature that is shown only in development.
  ///
  /// - Returns: The feature, if it is enabled; with `isDevelopment` only in a development build.
  public static func named(_ name: Name, isDevelopment: Bool) -> Feature? {
    guard let feature = named(name), feature.isEnabled(isDevelopment: isDevelopment) else {
      return nil
    }
    return feature
  }

  /// Whether a feature is on; `false` if the configuration has none of that name.
  public static func isEnabled(_ name: Name, isDevelopment: Bool = false) -> Bool {
    if isDevelopment { return named(name)?.isEnabled(isDevelopment: true) ?? false }
    let build = SharedFlags.shared.build
    return SharedFlags.shared.read { $0.isEnabled(name, in: build) }
  }

  /// Whether the user is in a variation of a feature; `false` for an unknown name.
  public static func isTestVariation(feature name: Name, variation: Test.Variation) -> Bool {
    named(name)?.isTestVariation(variation) ?? false
  }
}

extension Feature {
  /// Whether the feature is on for this user.
  ///
  /// For an on/off test, whether the user is in the variation Enabled.
  ///
  /// - Parameter isDevelopment: Whether to treat the feature as under development.
  /// - Returns: `false` for a feature under development in a release build.
  public func isEnabled(isDevelopment: Bool = false) -> Bool {
    var feature = self
    if isDevelopment { feature.isDevelopment = true }
    return feature.state(in: SharedFlags.shared.build).isEnabled
  }

  /// The variation that the user gets: `disabled` while a test is disabled, whether or not the test
  /// declares that variation.
  ///
  /// - Returns: `unassigned` if a flag service has no variation for the user.
  public func testVariation() -> Test.Variation {
    let state = state(in: SharedFlags.shared.build)
    return state.variation ?? (state.isEnabled || isEvaluatedByService ? .unassigned : .disabled)
  }

  /// Whether the user gets a variation.
  public func isTestVariation(_ variation: Test.Variation) -> Bool {
    testVariation() == declared(variation) ?? variation
  }

  /// The analytics text of a variation; `nil` if it has none, or while the feature is off.
  public func label(_ variation: Test.Variation) -> String? {
    guard override?.enabled ?? (forcedVariation != nil || enabled) else { return nil }
    guard let declared = declared(variation) else { return nil }
    return zip(testVariations, labels).first { $0.0 == declared }?.1
  }

  /// The percentage of users that a variation gets; 0 while the feature is disabled.
  ///
  /// - Returns: `nil` for a variation that the feature does not have.
  func testBias(_ variation: Test.Variation) -> Percentage? {
    guard let declared = declared(variation),
      let bias = zip(testVariations, testBiases).first(where: { $0.0 == declared })?.1
    else { return nil }
    return enabled ? bias : .min
  }

  /// The assignment as a number; 0 before one is drawn.
  var testVariationAssignment: Double {
    get { assignment ?? 0 }
    set { assignment = newValue }
  }
}

extension Feature {
  /// Whether an unlock flag is on and unlocked; `false` for features of another type.
  public func isUnlocked() -> Bool {
    state(in: SharedFlags.shared.build).isUnlocked ?? false
  }

  /// Unlocks the feature for this user, and persists the override.
  ///
  /// - Returns: Whether the feature is unlocked now; `false` if it is disabled, or not an unlock
  ///   flag.
  @discardableResult
  public mutating func unlock() -> Bool {
    decide(.unlocked(true))
    return isUnlocked()
  }

  /// Locks the feature for this user, and persists the override.
  ///
  /// - Returns: Whether the feature is a locked unlock flag now.
  @discardableResult
  public mutating func lock() -> Bool {
    decide(.unlocked(false))
    return type == .unlockFlag && !isUnlocked()
  }

  /// Ends the development of the feature: release builds show it from now on, also after a refresh.
  public func isNoLongerUnderDevelopment() {
    SharedFlags.shared.release(name)
  }

  private mutating func decide(_ decision: Decision) {
    // A change that the feature rejects has no effect, which the result of the caller shows.
    guard let override = try? override(after: decision) else { return }
    self.override = override
    // Ignores that the store does not have the feature, because this value has the override; and
    // that the override cannot be persisted, because it applies until the program exits.
    try? FeatureFlags.store.decide(decision, for: [name])
  }
}

extension Feature: CustomStringConvertible {
  /// The properties of the feature, one per line.
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
