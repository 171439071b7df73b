/// The kind of a feature for display and search: its type in the FeatureFlags framework, or its kind in
/// its flag system.
package enum FeatureKind: Hashable, Sendable {
  /// A feature of a document of features.
  case type(FeatureType)
  /// A feature whose flag system gives it a kind, such as `release` or `kill-switch`.
  case named(String)
  /// A flag of a flag system without kinds, with the type of its values; `nil` if its variations do not
  /// have exactly one value each.
  case flag(VariableType?)
  /// A flag of a flag system that has a single variation, which rules roll out.
  case rollout
  /// A feature that the source no longer has.
  case removed
}

extension FeatureKind {
  /// The short name, such as `Kill switch` or `JSON flag`, for a column of a table.
  package var label: String {
    switch self {
    case .type(let type): type.shortName
    case .named(let name): Self.words(of: name)
    case .flag(let type): type.map { "\(Self.word(of: $0).label) flag" } ?? "Flag"
    case .rollout: "Rollout"
    case .removed: "Removed"
    }
  }

  /// The words by which a search finds features of the kind, besides the token of their type.
  package var tokens: [String] {
    switch self {
    case .type, .removed: []
    case .named(let name): [Self.token(of: name)]
    case .flag(let type): ["flag"] + (type.map { [Self.word(of: $0).token] } ?? [])
    case .rollout: ["flag", "rollout"]
    }
  }

  /// The tokens of kinds that flag systems have, for options and completions; a document can have other
  /// kinds.
  package static let systemTokens =
    ["boolean", "string", "number", "json", "rollout", "release", "experiment", "operational"]
    + ["kill-switch", "permission", "bandit", "a/b-test", "parameter"]

  /// All tokens: those of the types of the framework, `test`, and those of flag systems.
  package static let allTokens = FeatureType.tokens + ["test"] + systemTokens

  /// Returns a text in the form of a token: in lowercase letters, with hyphens instead of spaces.
  package static func token(of text: String) -> String {
    text.lowercased().replacing(" ", with: "-")
  }

  /// Returns the display name of a kind: with spaces instead of hyphens, and a capital first letter.
  fileprivate static func words(of name: String) -> String {
    let words = name.replacing("-", with: " ")
    return words.prefix(1).uppercased() + words.dropFirst()
  }

  /// Returns the name of a value type in flag systems, which have a single type for all numbers.
  fileprivate static func word(of type: VariableType) -> (label: String, token: String) {
    switch type {
    case .boolean: ("Boolean", "boolean")
    case .string: ("String", "string")
    case .integer, .double: ("Number", "number")
    case .json: ("JSON", "json")
    }
  }
}

extension Feature {
  /// The kind of the feature for display and search.
  package var kind: FeatureKind {
    if isRemoved { return .removed }
    if let name = definition.kind { return .named(name) }
    guard isEvaluatedByService else { return .type(type) }
    switch type {
    case .value, .deprecated, .unlockFlag: return .type(type)
    case .featureFlag, .featureTest: return isRollout ? .rollout : .flag(valueType)
    }
  }

  /// The type of the value that an app gets for the flag; `nil` if the result of the flag is not a value.
  private var valueType: VariableType? {
    if type == .featureFlag { return definition.result == .state ? .boolean : nil }
    return declaredVariables.first { $0.name == FlagDefinition.valueVariable }?.value.type
  }

  /// Whether the feature is a flag of a flag service that has a single variation, which rules roll out.
  private var isRollout: Bool {
    type == .featureTest(.ab) && testVariations.count <= 1 && !hasValues
  }

  /// Whether the kind of the feature is that of a flag system, and not its type in the FeatureFlags
  /// framework.
  package var hasOwnKind: Bool { definition.kind != nil || isEvaluatedByService }

  /// Whether a token names the type of the feature in the FeatureFlags framework or its kind in its flag
  /// system; `test` matches every test.
  package func isOfType(_ token: String) -> Bool {
    guard !isRemoved else { return false }
    return type.token == token || token == "test" && type.isTest
      || hasOwnKind && kind.tokens.contains(token)
  }

  /// The description of the kind, with the type of the values and the number of variations, such as
  /// `Flag · JSON · 2 variations`.
  package var kindText: String {
    let kind = kind
    switch kind {
    case .type, .removed: return kind.label
    case .rollout: return "Flag (rollout)"
    case .named, .flag: break
    }
    let head = definition.kind == nil ? "Flag" : kind.label
    let value = valueType.map { FeatureKind.word(of: $0).label }
    let count = type.isTest ? variationCount : 0
    let variations = count == 0 ? nil : count == 1 ? "1 variation" : "\(count) variations"
    return [head, value, variations].compactMap(\.self).joined(separator: " · ")
  }

  /// The number of variations, without the placeholder variation for users who get no variation.
  private var variationCount: Int {
    guard definition.declaresResult, definition.result == .variation else {
      return testVariations.count
    }
    return outcomes.count { $0.isOn }
  }

  /// Returns a copy with the given kind of its flag system; `nil` and an empty kind change nothing.
  package func called(_ kind: String?) -> Feature {
    guard let kind, !kind.isEmpty else { return self }
    var feature = self
    feature.definition.kind = kind
    return feature
  }
}
