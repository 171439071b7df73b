package import FeatureFlags
import Text

/// The effect of pressing Space on a feature.
enum SpaceKeyEffect: Hashable, Sendable {
  case set(OverrideChoice)
  /// Resets the override.
  case reset
  /// Opens the list of variations.
  case pick
  /// Opens the list of variables.
  case edit
  /// Does nothing: the feature cannot be changed.
  case nothing
}

extension Feature {
  /// The state of the feature in a development build; release builds disable development flags.
  var state: FeatureState { state(in: .development) }

  /// The effect of pressing Space: flips a flag or a feature of a flag service, selects the other
  /// variation of an A/B test, or opens a list for any other test.
  var tap: SpaceKeyEffect {
    if isRemoved { return .nothing }
    return switch type {
    case .value: .edit
    case .featureFlag, .featureTest(.featureFlagAB): flip(to: .enabled(!state.isEnabled))
    case .featureTest where isEvaluatedByService && !hasValues: flip(to: .enabled(!state.isEnabled))
    case .unlockFlag: flip(to: .unlocked(!(state.isUnlocked ?? false)))
    case .featureTest(.ab): cycled(by: 1).map(flip) ?? .nothing
    case .featureTest(.mvt): .pick
    case .deprecated: .nothing
    }
  }

  /// Sets an override, or resets it if the source has the new state anyway: flipping a feature twice
  /// does not pin its state.
  private func flip(to choice: OverrideChoice) -> SpaceKeyEffect {
    // Drops the error: the reason of a refused change is shown when the change is requested.
    guard isOverridden, let changed = try? override(after: choice), changed.variables.isEmpty,
      changed.rules.isEmpty, overridden(by: changed).state == configured.state
    else { return .set(choice) }
    return .reset
  }

  /// The symbol of the feature's override, which shows its lifetime: `◈` until the session ends,
  /// `◆` otherwise; `nil` without an override.
  var overrideSymbol: String? {
    guard isOverridden, let override else { return nil }
    return switch override.lifetime {
    case .kept, .until, .lasting: "◆"
    case .session: "◈"
    }
  }

  /// Whether the override forces, for everyone, the state that the feature also has without the override.
  var isPinned: Bool {
    isOverridden && override?.isOfRules == false && !isRemoved && state == configured.state
  }

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
      lines.isEmpty && type != .value && !hasValues
      ? state.variables.map { "\($0.name) = \($0.value.text)" }.joined(separator: ", ")
      : lines.joined(separator: " · ")
    return text.isEmpty ? nil : text
  }
}

extension Override {
  /// The override as text; long values of variables are truncated.
  var text: String { text(naming: [:]) }

  /// The override as text with the names of rules; long values of variables are truncated.
  func text(naming titles: [String: String]) -> String {
    text(naming: titles) { $0.shortened(to: 40) }
  }
}

extension Feature {
  /// The name, the type and the state of the feature in words, such as
  /// `New Cart, Feature Flag, Disabled, overridden`.
  var plainText: String {
    var parts = [name.text.shortened(to: 200), typeText, stateText]
    if isOverridden {
      let lifetime =
        switch override?.lifetime {
        case .session: " for this session"
        case .until, .lasting: " for a time"
        case .kept, nil: ""
        }
      let users = override?.isOfRules == true ? " for the users of a rule" : ""
      parts.append((isPinned ? "pinned" : "overridden") + users + lifetime)
    }
    return parts.joined(separator: ", ")
  }
}

extension Feature.Name {
  /// The name for display, with visible symbols for line ends, and for spaces at its start and end.
  package var text: String { rawValue.visible }
}

extension OverrideKey {
  /// The feature and the scope for display, with visible symbols for line ends.
  package var text: String { scope == .everyone ? feature.text : description.visible }
}

extension Problem.Severity {
  /// All severities, the most severe first.
  static let all: [Problem.Severity] = [.error, .warning, .note]

  /// The symbol of the severity, which replaces the colour on screens without colours.
  var symbol: String {
    switch self {
    case .error: "✗"
    case .warning: "▲"
    case .note: "•"
    }
  }

  /// The style role of the symbol.
  var role: Role {
    switch self {
    case .error: .failure
    case .warning: .warning
    case .note: .information
    }
  }

  /// The rank of the severity; 0 for the most severe one.
  var rank: Int { Self.all.firstIndex(of: self) ?? Self.all.count }
}

extension Collection<Problem> {
  /// The most severe problem; the first one of several; `nil` without problems.
  var worst: Problem? { self.min { $0.severity.rank < $1.severity.rank } }
}
