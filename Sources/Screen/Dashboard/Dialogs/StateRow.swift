import FeatureFlags
import Text

/// One line of the menu of states.
enum StateRow: Hashable, Sendable {
  /// The title above a group of choices; an empty title is a gap.
  case heading(String)
  case choice(Choice)

  var choice: Choice? {
    if case .choice(let choice) = self { choice } else { nil }
  }

  /// A choice of the menu: a state, a variation, or the reset of the override.
  struct Choice: Hashable, Sendable {
    let title: String
    /// The change of the override if the user selects the choice; `nil` resets the override.
    let override: OverrideChoice?
    /// The bias in percent; `nil` for a choice without one.
    var share: Double?
    /// Whether a variation of a flag service enables the feature; `nil` for other choices.
    var isOn: Bool?
    var isCurrent = false
    /// Whether the user gets this state or variation without an override.
    var isAssigned = false
    /// The rules that select the variation, and the values that the variation gives to variables, as
    /// text.
    var details = ""
  }

  /// Lists the choices of a feature; a feature with two kinds of choices has one group for each.
  ///
  /// - Parameters:
  ///   - feature: The feature.
  ///   - rules: The rules of the flag service that can select a variation of the feature.
  /// - Returns: The choices with their headings; a reset is the last one if the feature is overridden.
  static func rows(for feature: Feature, _ rules: [ServiceRule]) -> [StateRow] {
    let groups = groups(of: feature, rules)
    var rows = groups.flatMap { group in
      (groups.count > 1 ? [.heading(group.title)] : []) + group.choices.map(StateRow.choice)
    }
    guard feature.isOverridden else { return rows }
    if groups.count > 1 { rows.append(.heading("")) }
    return rows + [.choice(Choice(title: "Reset to the source", override: nil))]
  }

  /// The kinds of choices of a feature, each with its title and its choices; a single kind has no title.
  static func groups(
    of feature: Feature,
    _ rules: [ServiceRule] = []
  ) -> [(title: String, choices: [Choice])] {
    let groups: [(title: String, choices: [Choice])] =
      switch feature.type {
      case .featureTest(.ab), .featureTest(.mvt):
        // A feature of a flag service can be set on and off apart from its variations: several variations
        // can be on, and some features have only one variation or none.
        feature.isEvaluatedByService
          ? [("Variation", variations(of: feature, rules)), ("State", states(of: feature))]
          : [("", variations(of: feature, rules) + [disabled(feature)])]
      case .featureTest(.featureFlagAB), .featureFlag: [("", states(of: feature))]
      case .unlockFlag: [("Lock", locks(of: feature)), ("State", states(of: feature))]
      case .value, .deprecated: []
      }
    return groups.filter { !$0.choices.isEmpty }
  }

  private static func variations(of feature: Feature, _ rules: [ServiceRule]) -> [Choice] {
    let (state, source) = (feature.state, feature.configured.state)
    return feature.testVariations.enumerated().map { index, variation in
      let isOn = feature.isOn(in: variation)
      return Choice(
        title: variation.text,
        override: .variation(variation),
        share: feature.share(at: index),
        isOn: feature.hasValues ? nil : isOn,
        isCurrent: state.variation == variation,
        isAssigned: source.variation == variation,
        details: isOn == nil ? "" : details(of: feature, index, rules)
      )
    }
  }

  /// The rules that can select a variation, and the values that the variation gives to variables, as
  /// text.
  private static func details(of feature: Feature, _ index: Int, _ rules: [ServiceRule]) -> String {
    let variation = feature.testVariations[index]
    let keys = rules.filter { $0.variations.contains(variation) }.map(\.name)
    let more = keys.count > 2 ? " +\(keys.count - 2)" : ""
    let values =
      feature.variationVariables.indices.contains(index) ? feature.variationVariables[index] : []
    // Omits the name of the single variable of a value, because it is always `value`.
    let isParameter = feature.declaredVariables.map(\.name) == ["value"]
    let texts = values.map { (isParameter ? "" : $0.name + " ") + "= \($0.value.text)" }
    let parts = [keys.prefix(2).joined(separator: ", ") + more, texts.joined(separator: ", ")]
    return parts.filter { !$0.isEmpty }.joined(separator: " · ")
  }

  private static func disabled(_ feature: Feature) -> Choice {
    Choice(
      title: "Disabled",
      override: .enabled(false),
      isCurrent: !feature.state.isEnabled,
      isAssigned: !feature.configured.state.isEnabled
    )
  }

  private static func states(of feature: Feature) -> [Choice] {
    let (state, source) = (feature.state.isEnabled, feature.configured.state.isEnabled)
    return [true, false].map { isEnabled in
      let variation: TestVariation = isEnabled ? .enabled : .disabled
      let isOnOffTest = feature.type == .featureTest(.featureFlagAB)
      let index = isOnOffTest ? feature.testVariations.firstIndex(of: variation) : nil
      return Choice(
        title: feature.hasValues ? Self.valueTitle(isEnabled) : variation.rawValue,
        override: .enabled(isEnabled),
        share: index.flatMap(feature.share),
        isCurrent: state == isEnabled,
        isAssigned: source == isEnabled
      )
    }
  }

  /// The title of a state of a feature whose variations have values.
  private static func valueTitle(_ isEnabled: Bool) -> String {
    isEnabled ? "Evaluated by its rules" : "The app's default"
  }

  private static func locks(of feature: Feature) -> [Choice] {
    let state = feature.state.isUnlocked ?? false
    let source = feature.configured.state.isUnlocked ?? false
    return [true, false].map { isUnlocked in
      Choice(
        title: isUnlocked ? "Unlocked" : "Locked",
        override: .unlocked(isUnlocked),
        isCurrent: state == isUnlocked,
        isAssigned: source == isUnlocked
      )
    }
  }
}

extension Feature {
  /// The bias of the variation with the given index in percent; `nil` without biases.
  fileprivate func share(at index: Int) -> Double? {
    testBiases.indices.contains(index) ? testBiases[index].rawValue : nil
  }

  /// Whether a variation of a flag service enables the feature; `nil` for features of other sources.
  fileprivate func isOn(in variation: TestVariation) -> Bool? {
    definition.outcomes.first { $0.variation == variation }?.isOn
  }
}
