import FeatureFlags
import Frame

/// The effect of pressing Space on a feature.
enum Tap: Hashable, Sendable {
  /// Sets the given override.
  case decide(Decision)
  /// Opens the list of variations.
  case pick
  /// Opens the list of variables.
  case edit
  /// Does nothing: the feature cannot be changed.
  case nothing
}

extension Feature {
  /// The state of the feature, including development flags, which release builds disable.
  var state: FeatureState { state(in: .development) }

  /// The effect of pressing Space: flips a flag, selects the other variation of an A/B test, or
  /// opens a list for any other test.
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

  /// The symbol of the feature's override, which shows its lifetime: `◈` until the session ends,
  /// `◆` otherwise; `nil` without an override.
  var overrideSign: String? {
    guard isOverridden, let override else { return nil }
    return switch override.lifetime {
    case .kept, .until: "◆"
    case .session: "◈"
    }
  }

  /// Whether the override forces the state that the feature also has without the override.
  var isPinned: Bool { isOverridden && !isRemoved && state == configured.state }

  /// The lines of the description, truncated to the maximum length of a line; empty without a
  /// description.
  var descriptionLines: [String] {
    (detailText ?? "").prefix(DisplayText.lineLimit).split(whereSeparator: \.isNewline).map(
      String.init
    )
  }

  /// A one-line summary: the description, or else the active values of the variables.
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
  /// The override as text; long values of variables are truncated.
  var text: String { text { $0.shortened(to: 40) } }
}
