import FeatureFlags

/// The presentation of a feature in the list: symbol, text and role.
struct FeatureStateLabel: Hashable, Sendable {
  /// The symbol of the feature type.
  let icon: String
  /// The state or variation as a short text.
  let text: String
  /// The style role of the row: enabled, disabled or plain text.
  let role: Role
  /// Whether the text has the colour of variations: true for tests with variations and for values,
  /// false for states such as `Enabled`.
  let isVariation: Bool
  /// Whether the text is dimmed, because the feature is deprecated, or has no variation or value.
  let isMuted: Bool

  init(_ feature: Feature) {
    let state = feature.state
    icon = Self.icon(of: feature, state)
    let isOn: Bool?
    switch feature.type {
    case _ where feature.isRemoved:
      (text, isOn, isVariation) = (feature.override?.text ?? "", nil, false)
    case .value,
      _ where feature.hasValues || feature.openText != nil:
      (text, isOn, isVariation) = (feature.stateText, nil, true)
    case .featureTest(.ab), .featureTest(.mvt):
      if feature.isEvaluatedByService {
        text = state.serviceText
        isOn = state.isEnabled
        isVariation = false
      } else {
        text = state.variation?.text ?? "Disabled"
        isOn = state.variation == nil ? false : nil
        isVariation = true
      }
    case .unlockFlag:
      let isUnlocked = state.isUnlocked ?? false
      text = !state.isEnabled ? "Disabled" : isUnlocked ? "Unlocked" : "Locked"
      isOn = isUnlocked
      isVariation = false
    case .deprecated:
      text = "Deprecated"
      isOn = nil
      isVariation = false
    case .featureFlag, .featureTest(.featureFlagAB):
      text = state.isEnabled ? "Enabled" : "Disabled"
      isOn = state.isEnabled
      isVariation = false
    }
    role = isOn.map { $0 ? .enabled : .disabled } ?? .text
    let hasValues = feature.type == .value || feature.hasValues
    let isEmpty = hasValues ? state.variables.isEmpty : state.variation == nil
    isMuted = feature.type == .deprecated || (isVariation && isEmpty)
  }

  private static func icon(of feature: Feature, _ state: FeatureState) -> String {
    switch feature.type {
    case .value: "="
    case _ where feature.isDevelopment: "⚙"
    case .featureFlag: state.isEnabled ? "⚑" : "⚐"
    case .featureTest: "◐"
    case .unlockFlag: (state.isUnlocked ?? false) ? "▢" : "▣"
    case .deprecated: "⊘"
    }
  }
}

extension Feature {
  /// The state as the list on the screen shows it, such as `Unlocked` or `on · free`.
  package var listedState: String { isRemoved ? stateText : FeatureStateLabel(self).text }
}

extension FeatureState {
  /// The state of a feature of a flag service with its variation, such as `off · control`; the state
  /// alone if the variation has the same name.
  fileprivate var serviceText: String {
    let word = isEnabled ? "on" : "off"
    guard let name = variation?.rawValue, name.lowercased() != word,
      isEnabled || name != "disabled"
    else { return word }
    return word + " · " + (variation?.text ?? name)
  }
}
