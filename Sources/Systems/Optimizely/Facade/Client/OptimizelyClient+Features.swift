import FeatureFlags

/// The legacy calls of the SDKs, which `decide` replaces.
///
/// They evaluate a flag as ``OptimizelyUserContext/decide(key:options:)`` does. New code calls
/// `decide` once for the state and all variables. The client's default options do not apply to
/// these calls.
extension OptimizelyClient {
  /// Returns whether a flag is on for a user, and dispatches the impression of the decision.
  ///
  /// - Parameters:
  ///   - featureKey: The key of the flag.
  ///   - userId: The id of the user.
  ///   - attributes: The attributes of the user.
  /// - Returns: Whether the flag is on; `false` without a datafile and for an unknown flag.
  public func isFeatureEnabled(
    featureKey: String,
    userId: String,
    attributes: OptimizelyAttributes? = nil
  ) -> Bool {
    let user = user(userId, attributes)
    guard let (decision, active) = settings.reporting(try feature(featureKey, for: user)) else {
      return false
    }
    dispatchImpressions(of: [decision], of: user, in: active)
    hub.send(.feature(decision), of: user)
    return decision.isEnabled
  }

  /// Returns the keys of the flags that are on for a user, and dispatches the impression of each
  /// decision.
  ///
  /// - Parameters:
  ///   - userId: The id of the user.
  ///   - attributes: The attributes of the user.
  /// - Returns: The keys in the order of the datafile; empty without a datafile.
  public func getEnabledFeatures(
    userId: String,
    attributes: OptimizelyAttributes? = nil
  ) -> [String] {
    guard let active else {
      settings.onProblem(.sdkNotReady)
      return []
    }
    return active.loaded.evaluator.keys.filter {
      isFeatureEnabled(featureKey: $0, userId: userId, attributes: attributes)
    }
  }

  /// Evaluates a flag with a tester's overrides, and stores sticky variations.
  private func feature(
    _ key: String,
    for user: UserContext
  ) throws(OptimizelyError) -> (FlagDecision, ActiveDatafile) {
    guard let active else { throw .sdkNotReady }
    var user = user
    guard active.loaded.evaluator.hasFlag(in: [key]),
      let decision = evaluate([key], for: &user, [], in: active).first
    else { throw .featureKeyInvalid(key) }
    return (decision, active)
  }
}

// MARK: Variables

extension OptimizelyClient {
  /// Returns the value of a text variable for a user.
  ///
  /// - Throws: `sdkNotReady`, `featureKeyInvalid`, `variableKeyInvalid`, or `variableValueInvalid`
  ///   if the variable or its value does not have the type of the method.
  public func getFeatureVariableString(
    featureKey: String,
    variableKey: String,
    userId: String,
    attributes: OptimizelyAttributes? = nil
  ) throws -> String {
    try variable(featureKey, variableKey, "string", userId, attributes)
  }

  /// Returns the value of an integer variable for a user; throws the errors of
  /// `getFeatureVariableString`.
  public func getFeatureVariableInteger(
    featureKey: String,
    variableKey: String,
    userId: String,
    attributes: OptimizelyAttributes? = nil
  ) throws -> Int {
    try variable(featureKey, variableKey, "integer", userId, attributes)
  }

  /// Returns the value of a floating-point variable for a user; throws the errors of
  /// `getFeatureVariableString`.
  public func getFeatureVariableDouble(
    featureKey: String,
    variableKey: String,
    userId: String,
    attributes: OptimizelyAttributes? = nil
  ) throws -> Double {
    try variable(featureKey, variableKey, "double", userId, attributes)
  }

  /// Returns the value of a Boolean variable for a user; throws the errors of
  /// `getFeatureVariableString`.
  public func getFeatureVariableBoolean(
    featureKey: String,
    variableKey: String,
    userId: String,
    attributes: OptimizelyAttributes? = nil
  ) throws -> Bool {
    try variable(featureKey, variableKey, "boolean", userId, attributes)
  }

  /// Returns the value of a JSON variable for a user; throws the errors of
  /// `getFeatureVariableString`.
  public func getFeatureVariableJSON(
    featureKey: String,
    variableKey: String,
    userId: String,
    attributes: OptimizelyAttributes? = nil
  ) throws -> OptimizelyJSON {
    try variable(featureKey, variableKey, "json", userId, attributes) {
      if case .json(let text) = $0 { OptimizelyJSON(payload: text) } else { nil }
    }
  }

  /// Returns the values of all variables of a flag for a user.
  ///
  /// - Throws: `sdkNotReady`, `featureKeyInvalid`, or `invalidJSONVariable` if a value cannot be
  ///   encoded as JSON.
  public func getAllFeatureVariables(
    featureKey: String,
    userId: String,
    attributes: OptimizelyAttributes? = nil
  ) throws -> OptimizelyJSON {
    let user = user(userId, attributes)
    let (decision, _) = try feature(featureKey, for: user)
    if decision.errors.contains(OptimizelyError.invalidJSONVariable.reason) {
      throw OptimizelyError.invalidJSONVariable
    }
    let values = decision.variables.mapValues(\.any)
    hub.send(
      .feature(decision, type: "all-feature-variables", ["variableValues": values]),
      of: user
    )
    return OptimizelyJSON(decision.variables)
  }

  /// Evaluates a flag for a user, returns the value of one of its variables, and notifies the
  /// listeners.
  ///
  /// - Parameters:
  ///   - flag: The key of the flag.
  ///   - key: The key of the variable.
  ///   - type: The type that the variable must have in the datafile.
  ///   - userId: The id of the user.
  ///   - attributes: The attributes of the user.
  ///   - read: Converts the value; `nil` for a value of another type.
  /// - Returns: The converted value.
  /// - Throws: `sdkNotReady`, `featureKeyInvalid`, `variableKeyInvalid`, or `variableValueInvalid`.
  func variable<Value>(
    _ flag: String,
    _ key: String,
    _ type: String,
    _ userId: String,
    _ attributes: OptimizelyAttributes?,
    _ read: (VariableValue) -> Value? = { $0.any as? Value }
  ) throws(OptimizelyError) -> Value {
    let user = user(userId, attributes)
    guard let active else { throw .sdkNotReady }
    guard let declared = active.loaded.evaluator.variables(of: flag) else {
      throw .featureKeyInvalid(flag)
    }
    // The SDKs use the last of several variables with the same key.
    guard let variable = declared.last(where: { $0.key == key }) else {
      throw .variableKeyInvalid(key, flag)
    }
    let (decision, _) = try feature(flag, for: user)
    guard variable.type == type, let value = decision.variables[key], let typed = read(value) else {
      throw .variableValueInvalid(key)
    }
    let info: [String: Any?] = [
      "variableKey": key, "variableType": type, "variableValue": value.any,
    ]
    hub.send(.feature(decision, type: "feature-variable", info), of: user)
    return typed
  }
}
