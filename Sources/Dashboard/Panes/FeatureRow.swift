import FeatureFlags
import Frame

/// Where the columns of the list begin, and how wide they are.
struct FeatureColumns: Hashable, Sendable {
  /// The column of the name.
  let name = 4
  /// The width of the name.
  let nameWidth: Int
  /// The width of the type; 0 where there is no room for it.
  let typeWidth: Int
  /// The width of the state or variation.
  let variationWidth: Int

  init(width: Int) {
    typeWidth = width >= 56 ? 12 : 0
    variationWidth = min(max(width / 5, 10), 26)
    let gaps = typeWidth > 0 ? 4 : 2
    nameWidth = width - name - gaps - typeWidth - variationWidth - 4
  }
}

extension DashboardState {
  /// Draws one feature of the list.
  func drawRow(
    _ feature: Feature,
    isSelected: Bool,
    age: ChangeMarks.Age?,
    columns: FeatureColumns,
    on canvas: inout Canvas,
    in area: Area,
    row: Int
  ) {
    let look = FeatureLook(feature)
    let base = theme.style(look.role)
    let line = Area(column: area.column, row: row, columns: area.columns, rows: 1)
    canvas.fill(line, style: base)
    let muted = theme.style([look.role, .muted])
    let changed = age.map { theme.style([look.role, $0 == .fresh ? .changed : .fading]) }
    var spans = signs(of: feature, look, base, changed)
    spans += cell(feature.name.rawValue, columns.nameWidth, look.role, changed ?? base)
    spans.append(Span("  ", base))
    if columns.typeWidth > 0 {
      spans.append(Span(DisplayText(feature.shortTypeWords).padded(to: columns.typeWidth), muted))
      spans.append(Span("  ", base))
    }
    let variation = theme.style([look.role] + (look.isVariation ? [.variation] : []))
    spans += cell(look.word, columns.variationWidth, look.role, look.isMuted ? muted : variation)
    let hasProblem = problems[feature.name.rawValue] != nil
    spans.append(Span(hasProblem ? " ▲" : "  ", theme.style([look.role, .warning])))
    spans.append(overrideSign(of: feature, look))
    canvas.draw(Line(spans), in: line, row: row)
    if isSelected {
      canvas.restyle(line) { theme.selected($0, row: base) }
      canvas.draw("▌", column: line.column, row: row, style: theme.selectionBar(row: base))
    }
  }

  /// Whether the feature is overridden, and whether that is saved.
  private func overrideSign(of feature: Feature, _ look: FeatureLook) -> Span {
    if unsaved.contains(feature.name) { return Span("✗", theme.style([look.role, .failure])) }
    return Span(feature.isOverridden ? "◆" : " ", theme.style([look.role, .overridden]))
  }

  /// What stands before the name: the mark, the sign of the type, and that it changed.
  private func signs(
    of feature: Feature,
    _ look: FeatureLook,
    _ base: Style,
    _ changed: Style?
  ) -> [Span] {
    let isMarked = marks.contains(feature.name)
    let mark = Span(isMarked ? " ✓" : "  ", theme.style([look.role, .marked]))
    guard let changed else { return [mark, Span(look.icon + " ", base)] }
    guard isMarked else { return [Span(" ✦", changed), Span(look.icon + " ", base)] }
    return [mark, Span(look.icon, base), Span("✦", changed)]
  }

  private func cell(_ text: String, _ width: Int, _ role: Role, _ style: Style) -> [Span] {
    let shown = DisplayText(text, limit: width).padded(to: width)
    return Span.highlighting(searchWords, in: shown, style, theme.style([role, .match]))
  }
}

/// How a feature looks in the list.
struct FeatureLook: Hashable, Sendable {
  /// The sign of its type.
  let icon: String
  /// Its state or variation in a word.
  let word: String
  /// Green, red or plain.
  let role: Role
  /// Whether the word is the variation of a test.
  let isVariation: Bool
  /// Whether the word says that there is none.
  let isMuted: Bool

  init(_ feature: Feature) {
    let state = feature.state
    icon =
      switch feature.type {
      case .value: "="
      case _ where feature.isDevelopment: "⚙"
      case .featureFlag: "⚑"
      case .featureTest: "◐"
      case .unlockFlag: (state.isUnlocked ?? false) ? "▢" : "▣"
      case .deprecated: "⊘"
      }
    let isOn: Bool?
    switch feature.type {
    case _ where feature.isRemoved:
      word = feature.override?.words ?? ""
      isOn = nil
      isVariation = false
    case .value:
      word = feature.valueWords
      isOn = nil
      isVariation = true
    case .featureTest(.ab), .featureTest(.mvt):
      word = state.variation?.rawValue ?? (feature.isEvaluatedByService ? "–" : "Disabled")
      isOn = nil
      isVariation = true
    case .unlockFlag:
      let isUnlocked = state.isUnlocked ?? false
      word = !state.isEnabled ? "Disabled" : isUnlocked ? "Unlocked" : "Locked"
      isOn = isUnlocked
      isVariation = false
    case .deprecated:
      word = "Deprecated"
      isOn = nil
      isVariation = false
    case .featureFlag, .featureTest(.featureFlagAB):
      word = state.isEnabled ? "Enabled" : "Disabled"
      isOn = state.isEnabled
      isVariation = false
    }
    role = isOn.map { $0 ? .enabled : .disabled } ?? .text
    let isEmpty = feature.type == .value ? state.variables.isEmpty : state.variation == nil
    isMuted = feature.type == .deprecated || (isVariation && isEmpty)
  }
}
