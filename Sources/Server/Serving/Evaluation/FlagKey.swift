import Documents
import FeatureFlags

/// A key of a request, which selects a feature or one of its parts.
package struct FlagKey {
  let text: String

  /// The largest size of a key, in bytes.
  package static let maximumSize = 2_048
  /// The largest number of dots, from the end of a key, at which a look-up tries to split the key into
  /// feature and part; the limit keeps the time of a look-up linear in the size of the key.
  private static let maximumSplits = 32

  /// Finds the feature of the key for one user, and evaluates the selected part.
  ///
  /// - Throws: `unknownFeature`, `unknownPart` or `emptyKey`.
  func evaluate(
    _ store: FlagStore,
    in context: EvaluationContext
  ) throws(EvaluationError) -> ServedResult {
    guard text.utf8.count <= Self.maximumSize else { throw .longKey(size: text.utf8.count) }
    let (result, owner) = find(in: store, context)
    if let result { return result }
    guard !text.isEmpty else { throw .emptyKey }
    if let owner {
      let parts = Self.parts(of: owner).map { Self.key($0, of: owner) }
      throw .unknownPart(feature: owner.name.rawValue, expected: parts)
    }
    throw .unknownFeature(nearest: Self.names(similarTo: text, in: store.features))
  }

  /// Looks up the key for one user, without a search for similar names.
  ///
  /// The whole key is looked up first, because the name of a feature may contain dots.
  ///
  /// - Returns: The result, or the `owner`: the feature that does not have the selected part. Both are
  ///   `nil` if no feature has the key.
  func find(
    in store: FlagStore,
    _ context: EvaluationContext
  ) -> (result: ServedResult?, owner: Feature?) {
    guard text.utf8.count <= Self.maximumSize else { return (nil, nil) }
    let whole = Feature.Name(rawValue: text)
    if let (feature, origin) = store.view(of: whole, in: context, isCall: true),
      let result = ServedResult(.feature, of: feature, origin: origin)
    {
      return (result, nil)
    }
    var owner: Feature?
    let dots = text.utf8.indices.reversed().lazy.filter { text.utf8[$0] == UInt8(ascii: ".") }
    for dot in dots.prefix(Self.maximumSplits) {
      let name = Feature.Name(rawValue: String(text[..<dot]))
      guard let (feature, origin) = store.view(of: name, in: context, isCall: true) else {
        continue
      }
      let part = String(text[text.utf8.index(after: dot)...])
      let result = Self.parts(named: part).lazy
        .compactMap { ServedResult($0, of: feature, origin: origin) }.first
      if let result { return (result, nil) }
      owner = owner ?? feature
    }
    return (nil, owner)
  }

  /// Returns similar names of features; none if there are so many features that requests with unknown keys
  /// could slow the server down.
  private static func names(similarTo text: String, in features: [Feature]) -> [String] {
    guard features.count <= 2_000 else { return [] }
    return NameSuggestions.suggestions(for: text, among: features.lazy.map(\.name.rawValue))
  }

  /// The parts that a name can mean, the preferred one first: a variable precedes a part with a fixed name,
  /// such as `enabled`.
  private static func parts(named name: String) -> [ServedResult.Part] {
    switch name {
    case "enabled": [.variable(name), .enabled]
    case "unlocked": [.variable(name), .unlocked]
    case "variables": [.variable(name), .variables]
    default: [.variable(name)]
    }
  }

  /// The parts of a feature that the response to a bulk evaluation contains; parts that repeat the state of
  /// a flag are omitted.
  static func parts(of feature: Feature) -> [ServedResult.Part] {
    var parts = [ServedResult.Part.feature]
    if feature.definition.declaresResult {
      // The key of a flag without variants selects its state or its value, so that it has no other parts.
      guard feature.definition.hasVariants else { return parts }
      return parts + [.enabled] + feature.declaredVariables.map { .variable($0.name) }
    }
    switch feature.type {
    case .featureTest(.ab), .featureTest(.mvt): parts.append(.enabled)
    case .unlockFlag: parts.append(.unlocked)
    case .featureTest(.featureFlagAB), .featureFlag, .value, .deprecated: break
    }
    let variables = feature.declaredVariables
    if !variables.isEmpty { parts.append(.variables) }
    let names = Set(variables.map(\.name))
    parts.removeAll { part in
      switch part {
      case .enabled: names.contains("enabled")
      case .unlocked: names.contains("unlocked")
      case .variables: names.contains("variables")
      case .feature, .variable: false
      }
    }
    return parts + variables.map { .variable($0.name) }
  }

  /// Returns the key with which a client requests a part of a feature, such as one variable.
  static func key(_ part: ServedResult.Part, of feature: Feature) -> String {
    let name = feature.name.rawValue
    return switch part {
    case .feature: name
    case .enabled: name + ".enabled"
    case .unlocked: name + ".unlocked"
    case .variables: name + ".variables"
    case .variable(let variable): "\(name).\(variable)"
    }
  }
}
