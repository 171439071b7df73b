import FeatureFlags
import Frame

/// The list from which a state or a variation is chosen.
struct Picker: Dialog {
  private var feature: Feature
  private var rows: [Row]
  private var cursor = ListCursor()

  /// One line of the list.
  private enum Row: Hashable {
    /// The title above a group of choices; empty for a gap.
    case heading(String)
    case choice(Choice)

    var choice: Choice? {
      if case .choice(let choice) = self { choice } else { nil }
    }
  }

  /// Something that can be chosen.
  private struct Choice: Hashable {
    let title: String
    /// What choosing it comes to.
    let effect: Effect
    let share: Double?
    let isCurrent: Bool
    let isConfigured: Bool
  }

  init(_ feature: Feature) {
    self.feature = feature
    rows = Self.rows(for: feature)
    cursor.selected = rows.firstIndex { $0.choice?.isCurrent == true } ?? 0
  }

  var hints: [Hint] {
    [Hint("↑ ↓", "move"), Hint("enter", "choose"), Hint("esc", "cancel")]
  }

  mutating func refresh(with list: FeatureList?) -> Bool {
    guard let list, let position = list.position(of: feature.name) else { return false }
    feature = list.features[position]
    rows = Self.rows(for: feature)
    cursor.settle(count: rows.count, height: rows.count)
    skipHeadings(goingDown: true, height: rows.count)
    return !rows.isEmpty
  }

  mutating func press(_ key: Key, screen: Size) -> DialogOutcome {
    switch key {
    case .escape, .character("q"), .character("v"): return .close
    case .enter, .character(" "):
      guard rows.indices.contains(cursor.selected), let choice = rows[cursor.selected].choice else {
        return .close
      }
      return .effects([choice.effect])
    default:
      let height = Self.height(screen: screen, count: rows.count)
      let old = cursor.selected
      if cursor.press(key, count: rows.count, height: height) {
        skipHeadings(goingDown: cursor.selected > old, height: height)
      }
      return .stay
    }
  }

  /// Moves the cursor from a heading to the next choice, or back where there is none beyond.
  private mutating func skipHeadings(goingDown: Bool, height: Int) {
    guard rows.indices.contains(cursor.selected) else { return }
    let below = rows.indices[cursor.selected...].first { rows[$0].choice != nil }
    let above = rows.indices[...cursor.selected].last { rows[$0].choice != nil }
    cursor.selected = (goingDown ? below ?? above : above ?? below) ?? 0
    cursor.settle(count: rows.count, height: height)
  }

  private static func height(screen: Size, count: Int) -> Int {
    max(min(count, screen.rows - 4), 1)
  }

  func draw(on canvas: inout Canvas, theme: Theme) {
    let size = canvas.frame.size
    let height = Self.height(screen: size, count: rows.count)
    let cursor = cursor.settled(count: rows.count, height: height)
    let choices = rows.compactMap(\.choice)
    let shares = choices.compactMap { $0.share.map(Self.percent) }
    let shareWidth = shares.map(\.count).max() ?? 0
    let titleWidth = min(
      choices.map { DisplayText($0.title, limit: 60).width }.max() ?? 0,
      max(size.columns - 40, 20)
    )
    let lines = rows.map { row in
      switch row {
      case .heading(let title): Line(title, theme.style([.dialog, .section]))
      case .choice(let choice): line(choice, titleWidth, shareWidth, theme)
      }
    }
    let title = "Pick for " + DisplayText(feature.name.rawValue, limit: 50).truncated(to: 50).text
    let titleColumns = DisplayText(title).width + 6
    let wanted = max((lines.map(\.width).max() ?? 0) + 4, titleColumns, 34)
    let columns = min(wanted, size.columns - 4)
    let scroll = ScrollMark(first: cursor.top, visible: height, total: rows.count)
    let inside = canvas.drawDialog(
      title,
      columns: columns,
      rows: height + 2,
      theme: theme,
      scroll: scroll
    )
    canvas.draw(choices: lines, cursor: cursor, in: inside, theme: theme)
  }

  private func line(_ choice: Choice, _ titleWidth: Int, _ shareWidth: Int, _ theme: Theme) -> Line
  {
    let plain = theme.style(choice.isCurrent ? [.dialog, .title] : [.dialog])
    let muted = theme.style([.dialog, .muted])
    var spans = [
      Span(choice.isCurrent ? "● " : "○ ", theme.style([.dialog, .key])),
      Span(DisplayText(choice.title, limit: Span.limit).padded(to: titleWidth), plain),
    ]
    if shareWidth > 0 {
      let share = choice.share.map(Self.percent) ?? ""
      spans.append(Span("  " + share.leftPadded(to: shareWidth), muted))
    }
    if choice.isConfigured { spans.append(Span("  source", muted)) }
    return Line(spans)
  }

  private static func percent(_ share: Double) -> String { Number.text(share) + " %" }
}

extension Picker {
  /// The choices; those of the lock and of the state are two groups, each with its own mark.
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
    let follow = Choice(
      title: "Follow the source",
      effect: .reset([feature.name]),
      share: nil,
      isCurrent: false,
      isConfigured: false
    )
    if feature.type == .unlockFlag { rows.append(.heading("")) }
    return rows + [.choice(follow)]
  }

  private static func variations(of feature: Feature) -> [Choice] {
    let state = feature.state
    let source = feature.configured.state
    var choices = feature.testVariations.enumerated().map { index, variation in
      Choice(
        title: variation.rawValue,
        effect: .decide(.variation(variation), [feature.name]),
        share: feature.testBiases.indices.contains(index)
          ? feature.testBiases[index].rawValue : nil,
        isCurrent: state.variation == variation,
        isConfigured: source.variation == variation
      )
    }
    // A flag service has no state beside its variations.
    guard !feature.isEvaluatedByService else { return choices }
    choices.append(
      Choice(
        title: "Disabled",
        effect: .decide(.enabled(false), [feature.name]),
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
        effect: .decide(.enabled(isEnabled), [feature.name]),
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
        effect: .decide(.unlocked(isUnlocked), [feature.name]),
        share: nil,
        isCurrent: state == isUnlocked,
        isConfigured: source == isUnlocked
      )
    }
  }
}
