import FeatureFlags
import Frame

/// The result of acting on a feature with the space bar.
enum Tap: Hashable, Sendable {
  /// Sets an override.
  case decide(Decision)
  /// Opens the list of variations.
  case pick
  /// Opens the variables.
  case edit
  /// Nothing can be changed.
  case nothing
}

extension Feature {
  /// The state of the feature as the dashboard shows it.
  var state: FeatureState { state(in: .development) }

  /// The result of acting on the feature: a flag is flipped, an A/B test switches to its other
  /// variation, other tests open a list.
  var tap: Tap {
    switch type {
    case .value: .edit
    case .featureFlag, .featureTest(.featureFlagAB): .decide(.enabled(!state.isEnabled))
    case .unlockFlag: .decide(.unlocked(!(state.isUnlocked ?? false)))
    case .featureTest(.ab): cycled(by: 1).map(Tap.decide) ?? .nothing
    case .featureTest(.mvt): .pick
    case .deprecated: .nothing
    }
  }

  /// The lines of the description, limited to what a screen can show; empty without a description.
  var descriptionLines: [String] {
    (detailText ?? "").prefix(DisplayText.lineLimit).split(whereSeparator: \.isNewline).map(
      String.init
    )
  }

  /// One line about the feature: its description, or the active values of its variables.
  var summary: String? {
    let lines = descriptionLines
    let text =
      lines.isEmpty && type != .value
      ? state.variables.map { "\($0.name) = \($0.value.text)" }.joined(separator: ", ")
      : lines.joined(separator: " · ")
    return text.isEmpty ? nil : text
  }
}

extension Override {
  /// The override as text, with long values of variables shortened.
  var text: String { text { $0.shortened(to: 40) } }
}
