extension Feature {
  /// Evaluates the state of the feature; the override has precedence over the configuration and the
  /// assignment.
  ///
  /// A forced variation enables its test. A forced variation that the configuration no longer has
  /// is ignored. The forced value of a variable is ignored if the feature no longer has the
  /// variable, or if the value cannot be converted to the type of the variable.
  public func state(in build: BuildKind) -> FeatureState {
    switch type {
    case .featureTest(.featureFlagAB): onOffTestState(in: build)
    case .featureTest: testState(in: build)
    case .featureFlag, .value: outcomes.isEmpty ? flagState(in: build) : userFlagState()
    case .unlockFlag, .deprecated: flagState(in: build)
    }
  }

  /// The variation that the flag service or the assignment selects, even if the test is disabled.
  public var assignedVariation: TestVariation? {
    if isEvaluatedByService { return given }
    return VariationRanges(biases: testBiases).index(at: assignment ?? 0).map { testVariations[$0] }
  }

  /// The forced variation; `nil` if no variation is forced, or if the configuration does not have
  /// it.
  public var forcedVariation: TestVariation? { override?.variation.flatMap(declared) }

  /// Returns the feature's variation that matches the given one by name; `nil` if no variation matches.
  ///
  /// The names `on` and `enabled` match each other if only one of them is declared, and so do `off`
  /// and `disabled`, because ``TestVariation/init(rawValue:)`` normalises them.
  func declared(_ variation: TestVariation) -> TestVariation? {
    if let exact = testVariations.first(where: { $0 == variation }) { return exact }
    let normalised = TestVariation(rawValue: variation.rawValue)
    return testVariations.first { TestVariation(rawValue: $0.rawValue) == normalised }
  }

  /// Whether the override enables a test whose variation the assignment of the user still selects.
  package var isOnlyEnabledByOverride: Bool {
    switch type {
    case .featureTest(.ab), .featureTest(.mvt):
      !isEvaluatedByService && override?.enabled == true && forcedVariation == nil
    case .featureTest(.featureFlagAB), .featureFlag, .unlockFlag, .value, .deprecated: false
    }
  }

  private func flagState(in build: BuildKind) -> FeatureState {
    let isEnabled =
      !isClosed(in: build) && (override?.enabled ?? isEnabledByConfiguration(in: build))
    let isUnlocked =
      type == .unlockFlag ? isEnabled && (override?.unlocked ?? unlocked ?? false) : nil
    let variation = isEnabled ? testVariations.first : testVariations.last
    return state(isEnabled: isEnabled, variation: variation, isUnlocked: isUnlocked)
  }

  private func testState(in build: BuildKind) -> FeatureState {
    guard !isEvaluatedByService else { return serviceState() }
    let isForced = forcedVariation != nil
    let isEnabled =
      !isClosed(in: build)
      && (override?.enabled ?? (isForced || isEnabledByConfiguration(in: build)))
    let variation = isEnabled ? forcedVariation ?? assignedVariation : nil
    return state(isEnabled: isEnabled, variation: variation)
  }

  private func onOffTestState(in build: BuildKind) -> FeatureState {
    let isForced = override?.enabled ?? forcedVariation.map { $0 == .enabled }
    let isEnabled =
      !isClosed(in: build)
      && (isForced ?? (isEnabledByConfiguration(in: build) && assignedVariation == .enabled))
    return state(isEnabled: isEnabled, variation: isEnabled ? .enabled : .disabled)
  }

  private func state(
    isEnabled: Bool,
    variation: TestVariation?,
    isUnlocked: Bool? = nil
  ) -> FeatureState {
    FeatureState(
      isEnabled: isEnabled,
      variation: variation,
      isUnlocked: isUnlocked,
      variables: variables(in: variation)
    )
  }

  /// Whether the feature is under development and stays off in the release build, although the running
  /// program has overridden the feature for itself.
  private func isClosed(in build: BuildKind) -> Bool {
    build == .release && isDevelopment && override?.isOfProgram == true
  }

  private func isEnabledByConfiguration(in build: BuildKind) -> Bool {
    enabled && (build == .development || !isDevelopment)
  }
}
