import FeatureFlags
import Frame

/// The dialog that lists the states or variations of a feature; selecting one sets an override.
struct Picker: Dialog {
  private var feature: Feature
  private var rows: [Row]
  private var list = ChoiceList()

  /// One line of the list.
  private enum Row: Hashable {
    /// The title above a group of choices; an empty title is a gap.
    case heading(String)
    case choice(Choice)

    var choice: Choice? {
      if case .choice(let choice) = self { choice } else { nil }
    }
  }

  /// A choice of the list: a state, a variation, or the reset of the override.
  private struct Choice: Hashable {
    let title: String
    /// The override effect that is requested if the user selects the choice.
    let effect: OverrideEffect
    let share: Double?
    let isCurrent: Bool
    let isConfigured: Bool
  }

  init(_ feature: Feature) {
    self.feature = feature
    rows = Self.rows(for: feature)
    list.cursor.selected = rows.firstIndex { $0.choice?.isCurrent == true } ?? 0
  }

  var hints: [Hint] {
    if list.isTyping { return ChoiceFilter.hints }
    return [
      Hint("↑ ↓", "move"), ChoiceFilter.hint, Hint("enter", "choose"), Hint("esc", "cancel"),
    ]
  }

  /// The rows on the screen: all, or the choices that contain the typed text.
  private var shown: [Row] {
    guard list.filter.input?.isEmpty == false else { return rows }
    let choices = rows.filter { $0.choice != nil }
    return list.filter.visible(choices.map { $0.choice?.title ?? "" }).map { choices[$0] }
  }

  var isTyping: Bool { list.isTyping }

  mutating func paste(_ text: String) { list.insert(text) }

  mutating func refresh(with features: FeatureList?) -> Bool {
    guard let features, let position = features.position(of: feature.name) else { return false }
    feature = features.features[position]
    rows = Self.rows(for: feature)
    list.cursor.settle(count: rows.count, height: rows.count)
    skipHeadings(goingDown: true, height: rows.count)
    return !rows.isEmpty
  }

  mutating func press(_ key: Key, screen: Size) -> DialogOutcome {
    if list.type(key, rows.map { $0.choice?.title ?? "" }) {
      skipHeadings(goingDown: true, height: shown.count)
      return .stay
    }
    switch ChoiceKey(key, opener: "v") {
    case .cancel: return .close
    case .choose:
      let selected = list.cursor.selected
      guard shown.indices.contains(selected), let choice = shown[selected].choice else {
        return list.isTyping ? .stay : .close
      }
      return .closeAndRun([.overrides(choice.effect)])
    case nil:
      let old = list.cursor.selected
      if list.move(key, count: shown.count, screen: screen) {
        let height = ChoiceList.height(count: shown.count, screen: screen)
        skipHeadings(goingDown: list.cursor.selected > old, height: height)
      }
      return .stay
    }
  }

  /// Moves the cursor from a heading to the nearest choice in the given direction; in the opposite
  /// direction if there is none.
  private mutating func skipHeadings(goingDown: Bool, height: Int) {
    let selected = list.cursor.selected
    let rows = shown
    guard rows.indices.contains(selected) else { return }
    let below = rows.indices[selected...].first { rows[$0].choice != nil }
    let above = rows.indices[...selected].last { rows[$0].choice != nil }
    list.cursor.selected = (goingDown ? below ?? above : above ?? below) ?? 0
    list.cursor.settle(count: rows.count, height: height)
  }

  func draw(on canvas: inout Canvas, theme: Theme) {
    let choices = rows.compactMap(\.choice)
    let shown = shown
    let shares = choices.compactMap { $0.share.map(Number.percent) }
    let shareWidth = shares.map(\.count).max() ?? 0
    let titleWidth = min(
      choices.map { DisplayText($0.title, limit: 60).width }.max() ?? 0,
      max(canvas.frame.size.columns - 40, 20)
    )
    let lines = shown.map { row in
      switch row {
      case .heading(let title): Line(title, theme.style([.dialog, .section]))
      case .choice(let choice): line(choice, titleWidth, shareWidth, theme)
      }
    }
    let title = list.filter.title("Pick for " + feature.name.rawValue.shortened(to: 50))
    let widest = max((lines.map(\.width).max() ?? 0) + 4, DisplayText(title).width + 6)
    list.draw(title, lines, columns: max(widest, 34), on: &canvas, theme: theme)
  }

  private func line(
    _ choice: Choice,
    _ titleWidth: Int,
    _ shareWidth: Int,
    _ theme: Theme
  ) -> Line {
    let plain = theme.style(choice.isCurrent ? [.dialog, .title] : [.dialog])
    let muted = theme.style([.dialog, .muted])
    var spans = [
      Span(choice.isCurrent ? "● " : "○ ", theme.style([.dialog, .key])),
      Span(DisplayText(line: choice.title).padded(to: titleWidth), plain),
    ]
    if shareWidth > 0 {
      let share = choice.share.map(Number.percent) ?? ""
      spans.append(Span("  " + share.leftPadded(to: shareWidth), muted))
    }
    if choice.isConfigured { spans.append(Span("  source", muted)) }
    return Line(spans)
  }
}

extension Picker {
  /// Lists the choices; an unlock flag has one group for the lock and one for the state.
  private static func rows(for feature: Feature) -> [Row] {
    var rows: [Row] =
      switch feature.type {
      case .featureTest(.ab), .featureTest(.mvt): variations(of: feature).map(Row.choice)
      case .featureTest(.featureFlagAB), .featureFlag: states(of: feature).map(Row.choice)
      case .unlockFlag:
        [.heading("Lock")] + locks(of: feature).map(Row.choice)
          + [.heading("State")] + states(of: feature).map(Row.choice)
      case .value, .deprecated: []
      }
    guard feature.isOverridden else { return rows }
    let reset = Choice(
      title: "Reset to the source",
      effect: .reset([feature.name]),
      share: nil,
      isCurrent: false,
      isConfigured: false
    )
    if feature.type == .unlockFlag { rows.append(.heading("")) }
    return rows + [.choice(reset)]
  }

  private static func variations(of feature: Feature) -> [Choice] {
    let state = feature.state
    let source = feature.configured.state
    var choices = feature.testVariations.enumerated().map { index, variation in
      Choice(
        title: variation.rawValue,
        effect: .set(.variation(variation), [feature.name]),
        share: feature.testBiases.indices.contains(index)
          ? feature.testBiases[index].rawValue : nil,
        isCurrent: state.variation == variation,
        isConfigured: source.variation == variation
      )
    }
    // Offers no states: a flag service derives the state from the variation.
    guard !feature.isEvaluatedByService else { return choices }
    choices.append(
      Choice(
        title: "Disabled",
        effect: .set(.enabled(false), [feature.name]),
        share: nil,
        isCurrent: !state.isEnabled,
        isConfigured: !source.isEnabled
      )
    )
    return choices
  }

  private static func states(of feature: Feature) -> [Choice] {
    let state = feature.state.isEnabled
    let source = feature.configured.state.isEnabled
    return [true, false].map { isEnabled in
      let variation: TestVariation = isEnabled ? .enabled : .disabled
      let index = feature.type.isTest ? feature.testVariations.firstIndex(of: variation) : nil
      return Choice(
        title: variation.rawValue,
        effect: .set(.enabled(isEnabled), [feature.name]),
        share: index.flatMap {
          $0 < feature.testBiases.count ? feature.testBiases[$0].rawValue : nil
        },
        isCurrent: state == isEnabled,
        isConfigured: source == isEnabled
      )
    }
  }

  private static func locks(of feature: Feature) -> [Choice] {
    let state = feature.state.isUnlocked ?? false
    let source = feature.configured.state.isUnlocked ?? false
    return [true, false].map { isUnlocked in
      Choice(
        title: isUnlocked ? "Unlocked" : "Locked",
        effect: .set(.unlocked(isUnlocked), [feature.name]),
        share: nil,
        isCurrent: state == isUnlocked,
        isConfigured: source == isUnlocked
      )
    }
  }
}
