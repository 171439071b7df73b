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
  ///
  /// - Parameter scope: The users for whom the override is changed; their override is selected.
  /// - Returns: The effect; none for a feature that cannot be changed.
  func tap(for scope: OverrideScope = .everyone) -> SpaceKeyEffect {
    if isRemoved { return .nothing }
    func flip(_ choice: OverrideChoice) -> SpaceKeyEffect { flipped(to: choice, for: scope) }
    return switch type {
    case .value: .edit
    case .featureFlag, .featureTest(.featureFlagAB): flip(.enabled(!state.isEnabled))
    case .featureTest where isEvaluatedByService && !hasValues: flip(.enabled(!state.isEnabled))
    case .unlockFlag: flip(.unlocked(!(state.isUnlocked ?? false)))
    case .featureTest(.ab): cycled(by: 1).map(flip) ?? .nothing
    case .featureTest(.mvt): .pick
    case .deprecated: .nothing
    }
  }

  /// Sets an override, or resets it if the users have the new state without it anyway: flipping a feature
  /// twice does not pin its state.
  private func flipped(to choice: OverrideChoice, for scope: OverrideScope) -> SpaceKeyEffect {
    // Drops the error: the reason of a refused change is shown when the change is requested.
    guard let own = override(of: scope), !own.isEmpty,
      let changed = try? override(after: choice, from: own), changed.variables.isEmpty,
      changed.rules.isEmpty, overridden(by: changed).state == stateWithout(scope)
    else { return .set(choice) }
    return .reset
  }

  /// The state without the override of a scope: by the override for everyone, or else by the source.
  private func stateWithout(_ scope: OverrideScope) -> FeatureState {
    scope == .everyone ? configured.state : overridden(by: override(of: .everyone)).state
  }

  /// The symbol of the feature's override: `◆` for everyone, `◈` until the session ends, `◉` for users like
  /// the current one only, `◎` if only others have one; `nil` without an override.
  var overrideSymbol: String? {
    guard isOverridden, let override else { return hasScopedOverrides ? "◎" : nil }
    guard overrideScope == .everyone else { return "◉" }
    return switch override.lifetime {
    case .kept, .until, .lasting: "◆"
    case .session: "◈"
    }
  }

  /// Whether the override forces the state that its users also have without it.
  var isPinned: Bool {
    isOverridden && override?.isOfRules == false && !isRemoved
      && state == stateWithout(overrideScope)
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
      let users =
        override?.isOfRules == true
        ? " for the users of a rule"
        : overrideScope == .everyone ? "" : " for \("\(overrideScope)".shortened(to: 60)) only"
      parts.append((isPinned ? "pinned" : "overridden") + users + lifetime)
    } else if hasScopedOverrides {
      parts.append("overridden for others")
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
