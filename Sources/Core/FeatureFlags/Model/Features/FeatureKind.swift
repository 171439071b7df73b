/// What a feature is called on the screen and in a search: its type in the words of the FeatureFlags
/// framework, or its kind in the words of its flag system.
package enum FeatureKind: Hashable, Sendable {
  /// A feature of a document of features.
  case type(FeatureType)
  /// A feature whose flag system gives it a kind, such as `release` or `kill-switch`.
  case named(String)
  /// A flag of a flag system without kinds; `nil` if its variations do not have a single value each.
  case flag(VariableType?)
  /// A flag of a flag system with one variation, which rules roll out.
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

  /// The tokens of kinds that flag systems have, for options and completions; a document can have others.
  package static let systemTokens =
    ["boolean", "string", "number", "json", "rollout", "release", "experiment", "operational"]
    + ["kill-switch", "permission", "bandit", "a/b-test", "parameter"]

  /// All tokens: those of the types of the framework, `test`, and those of flag systems.
  package static let allTokens = FeatureType.tokens + ["test"] + systemTokens

  /// A text in the form of the tokens: in lowercase letters, with hyphens instead of spaces.
  package static func token(of text: String) -> String {
    text.lowercased().replacing(" ", with: "-")
  }

  /// A kind in words that begin with a capital letter.
  fileprivate static func words(of name: String) -> String {
    let words = name.replacing("-", with: " ")
    return words.prefix(1).uppercased() + words.dropFirst()
  }

  /// The type of values in the words that flag systems have in common, which have one type of numbers.
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
  /// What the feature is called.
  package var kind: FeatureKind {
    if isRemoved { return .removed }
    if let name = definition.kind { return .named(name) }
    guard isEvaluatedByService else { return .type(type) }
    switch type {
    case .value, .deprecated, .unlockFlag: return .type(type)
    case .featureFlag, .featureTest: return isRollout ? .rollout : .flag(valueType)
    }
  }

  /// The type of the values of a flag, of which an app gets one; `nil` if the result of the flag is no value.
  private var valueType: VariableType? {
    if type == .featureFlag { return definition.result == .state ? .boolean : nil }
    return declaredVariables.first { $0.name == FlagDefinition.valueVariable }?.value.type
  }

  /// Whether the feature is a flag of a flag service with one variation, which rules roll out.
  private var isRollout: Bool {
    type == .featureTest(.ab) && testVariations.count <= 1 && !hasValues
  }

  /// Whether the flag system of the feature has own words for it.
  package var hasOwnKind: Bool { definition.kind != nil || isEvaluatedByService }

  /// Whether the feature is of the type with the token, in the words of either vocabulary; `test` is any
  /// test.
  package func isOfType(_ token: String) -> Bool {
    guard !isRemoved else { return false }
    return type.token == token || token == "test" && type.isTest
      || hasOwnKind && kind.tokens.contains(token)
  }

  /// The words for the type: the kind, the type of the values, and the number of variations.
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

  /// The number of variations, without the one for users who get none.
  private var variationCount: Int {
    guard definition.declaresResult, definition.result == .variation else {
      return testVariations.count
    }
    return outcomes.count { $0.isOn }
  }

  /// Returns the feature with the kind that its flag system gives it, in the words of that system.
  package func called(_ kind: String?) -> Feature {
    guard let kind, !kind.isEmpty else { return self }
    var feature = self
    feature.definition.kind = kind
    return feature
  }
}
