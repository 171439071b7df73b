import FeatureFlags

/// The list from which a state or a variation is chosen.
struct Picker: Dialog {
  private var feature: Feature
  private var choices: [Choice]
  private var cursor = ListCursor()

  /// One line of the list.
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
    choices = Self.choices(for: feature)
    cursor.selected = choices.firstIndex { $0.isCurrent } ?? 0
  }

  var hints: [Hint] {
    [Hint("↑ ↓", "move"), Hint("enter", "choose"), Hint("esc", "cancel")]
  }

  mutating func refresh(with list: FeatureList?) -> Bool {
    guard let list, let position = list.position(of: feature.name) else { return false }
    feature = list.features[position]
    choices = Self.choices(for: feature)
    cursor.settle(count: choices.count, height: choices.count)
    return !choices.isEmpty
  }

  mutating func press(_ key: Key, screen: Size) -> DialogOutcome {
    switch key {
    case .escape, .character("q"), .character("v"): return .close
    case .enter, .character(" "):
      guard choices.indices.contains(cursor.selected) else { return .close }
      return .effects([choices[cursor.selected].effect])
    default:
      let height = Self.height(screen: screen, count: choices.count)
      _ = cursor.press(key, count: choices.count, height: height)
      return .stay
    }
  }

  private static func height(screen: Size, count: Int) -> Int {
    max(min(count, screen.rows - 4), 1)
  }

  func draw(on canvas: inout Canvas, theme: Theme) {
    let size = canvas.frame.size
    let height = Self.height(screen: size, count: choices.count)
    let shares = choices.compactMap { $0.share.map(Self.percent) }
    let shareWidth = shares.map(\.count).max() ?? 0
    let titleWidth = min(
      choices.map { DisplayText($0.title, limit: 60).width }.max() ?? 0,
      max(size.columns - 40, 16)
    )
    let lines = choices.map { line($0, titleWidth, shareWidth, theme) }
    let title = "Pick for " + DisplayText(feature.name.rawValue, limit: 50).truncated(to: 50).text
    let titleColumns = DisplayText(title).width + 6
    let wanted = max((lines.map(\.width).max() ?? 0) + 4, titleColumns, 34)
    let columns = min(wanted, size.columns - 4)
    let scroll = ScrollMark(first: cursor.top, visible: height, total: choices.count)
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
  private static func choices(for feature: Feature) -> [Choice] {
    let own: [Choice] =
      switch feature.type {
      case .featureTest(.ab), .featureTest(.mvt): variations(of: feature)
      case .featureTest(.featureFlagAB), .featureFlag: states(of: feature)
      case .unlockFlag: locks(of: feature) + states(of: feature)
      case .deprecated: []
      }
    let follow = Choice(
      title: "Follow the source",
      effect: .reset([feature.name]),
      share: nil,
      isCurrent: false,
      isConfigured: false
    )
    return feature.isOverridden ? own + [follow] : own
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
    guard !feature.isDecidedByService else { return choices }
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
