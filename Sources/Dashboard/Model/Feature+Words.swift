public import FeatureFlags
import Frame

extension Feature {
  /// What the feature is, in words.
  public var typeWords: String {
    if isRemoved { return "Removed from the source" }
    return isDevelopment ? type.description + ", development" : type.description
  }

  /// What the feature is, in a word for the list.
  var shortTypeWords: String {
    isRemoved ? "Removed" : type.shortName
  }

  /// The values in effect, in words.
  var valueWords: String {
    let values = state.variables.map(\.value.words)
    return values.isEmpty ? "no value" : values.joined(separator: ", ")
  }

  /// The lines of the description, as far as a screen goes; none if there is nothing in it.
  var descriptionLines: [String] {
    (detailText ?? "").prefix(Span.limit).split(whereSeparator: \.isNewline).map(String.init)
  }

  /// What there is to say of the feature in one line: its description, or the values in effect.
  var summary: String? {
    let lines = descriptionLines
    let words =
      lines.isEmpty && type != .value
      ? state.variables.map { "\($0.name) = \($0.value.words)" }.joined(separator: ", ")
      : lines.joined(separator: " · ")
    return words.isEmpty ? nil : words
  }

  /// What the feature is for this user, in words.
  public var stateWords: String {
    if isRemoved { return "Not in the source" }
    let state = state
    let enabled = state.isEnabled ? "Enabled" : "Disabled"
    switch type {
    case .featureTest(.ab), .featureTest(.mvt):
      guard isEvaluatedByService else { return state.variation?.rawValue ?? enabled }
      let variation = state.variation?.rawValue ?? "no variation"
      // Whether the feature is on follows from the variation, unless a tester has said otherwise.
      let isTold = override?.enabled != nil || state.variation != nil && !state.isEnabled
      return isTold ? "\(variation), \(enabled.lowercased())" : variation
    case .unlockFlag: return enabled + ((state.isUnlocked ?? false) ? ", unlocked" : ", locked")
    case .featureFlag, .featureTest(.featureFlagAB), .deprecated: return enabled
    case .value: return valueWords
    }
  }
}

extension Override {
  /// What was decided, in words.
  var words: String {
    var parts: [String] = []
    if let enabled { parts.append(enabled ? "Enabled" : "Disabled") }
    if let variation { parts.append(variation.rawValue) }
    parts += rules.sorted { $0.key < $1.key }.map { "\($0.value) by rule \($0.key)" }
    if let unlocked { parts.append(unlocked ? "Unlocked" : "Locked") }
    return (parts + variableWords).joined(separator: ", ")
  }

  /// The forced values of variables in words, sorted by name, such as `steps = 2`.
  public var variableWords: [String] {
    variables.sorted { $0.key < $1.key }.map { name, value in
      name + " = " + DisplayText(value.words, limit: 40).truncated(to: 40).text
    }
  }
}
