import FeatureFlags
import Frame
import Serving

/// The column layout of the feature list.
struct FeatureColumns: Hashable, Sendable {
  /// The offset of the name column in cells.
  let name = 4
  /// The width of the name column in cells.
  let nameWidth: Int
  /// The width of the type column in cells; 0 if there is no room for the column.
  let typeWidth: Int
  /// The width of the column for the state or variation, in cells.
  let variationWidth: Int
  /// The width of the column with the requests of clients, in cells; 0 if the column is hidden.
  let askedWidth: Int

  /// The minimum width of a list with the column of requests, in cells.
  private static let minimumAskedWidth = 46

  /// Divides a row into columns.
  ///
  /// - Parameters:
  ///   - width: The width of the row in cells.
  ///   - hasAsked: Whether a row also shows the requests of clients, if there is room for them; in
  ///     a row of medium width, they replace the type.
  init(width: Int, hasAsked: Bool = false) {
    askedWidth = hasAsked && width >= Self.minimumAskedWidth ? 9 : 0
    typeWidth = width >= (askedWidth > 0 ? 70 : 56) ? 12 : 0
    variationWidth = min(max(width / 5, 10), 26)
    let gaps = (typeWidth > 0 ? 4 : 2) + (askedWidth > 0 ? 2 : 0)
    nameWidth = width - name - gaps - typeWidth - variationWidth - askedWidth - 4
  }

  /// The offset of the column with the requests of clients, in cells.
  var asked: Int { name + nameWidth + 2 + (typeWidth > 0 ? typeWidth + 2 : 0) + variationWidth + 2 }
}

/// Draws the rows of the feature list.
struct RowDrawing {
  let scene: Scene
  let columns: FeatureColumns
  let marks: Set<Feature.Name>

  /// Draws the heading of a section in one row.
  func drawHeading(_ title: String, on canvas: inout Canvas, in area: Area, row: Int) {
    let spans = Span.highlighting(
      scene.searchWords,
      in: DisplayText(title, truncatedTo: area.columns - 2),
      scene.theme.style(.section),
      scene.theme.style([.section, .match])
    )
    canvas.draw(Line([Span(" ", scene.theme.style(.text))] + spans), in: area, row: row)
  }

  /// Draws the description of a feature in the row below the feature.
  func drawDescription(_ text: String, on canvas: inout Canvas, in area: Area, row: Int) {
    let spans = Span.highlighting(
      scene.searchWords,
      in: DisplayText(text, truncatedTo: area.columns - columns.name - 2),
      scene.theme.style(.muted),
      scene.theme.style([.muted, .match])
    )
    let line = Area(
      column: area.column + columns.name,
      row: row,
      columns: area.columns - columns.name,
      rows: 1
    )
    canvas.draw(Line(spans), in: line, row: row)
  }

  /// Draws a feature in one row, highlighted if it is selected.
  func drawFeature(
    _ feature: Feature,
    isSelected: Bool,
    on canvas: inout Canvas,
    in area: Area,
    row: Int
  ) {
    let theme = scene.theme
    let look = FeatureLook(feature)
    let base = theme.style(look.role)
    let line = Area(column: area.column, row: row, columns: area.columns, rows: 1)
    canvas.fill(line, style: base)
    let muted = theme.style([look.role, .muted])
    let age = scene.content.changes.age(of: feature.name, at: scene.now)
    let changed = age.map { theme.style([look.role, $0 == .fresh ? .changed : .fading]) }
    var spans = signs(of: feature, look, base, changed)
    spans += cell(feature.name.rawValue, columns.nameWidth, look.role, changed ?? base)
    spans.append(Span("  ", base))
    if columns.typeWidth > 0 {
      spans.append(Span(DisplayText(feature.shortTypeText).padded(to: columns.typeWidth), muted))
      spans.append(Span("  ", base))
    }
    let variation = theme.style([look.role] + (look.isVariation ? [.variation] : []))
    spans += cell(look.text, columns.variationWidth, look.role, look.isMuted ? muted : variation)
    if columns.askedWidth > 0 { spans += asked(feature, muted, base) }
    let hasProblem = scene.content.problems[feature.name.rawValue] != nil
    spans.append(Span(hasProblem ? " ▲" : "  ", theme.style([look.role, .warning])))
    spans.append(overrideSign(of: feature, look))
    canvas.draw(Line(spans), in: line, row: row)
    if isSelected {
      canvas.restyle(line) { theme.selected($0, row: base) }
      canvas.draw("▌", column: line.column, row: row, style: theme.selectionBar(row: base))
    }
  }

  /// The number of requests of clients and the age of the last one, such as `12 · 3s`.
  private func asked(_ feature: Feature, _ muted: Style, _ base: Style) -> [Span] {
    let use = scene.content.serving?.uses[feature.name]
    let text = use.map { use in
      let age = Age(of: use.last, at: scene.now, scene.content.context.wallClock)
      return CompactNumber.text(use.count) + " · " + age.text
    }
    let cell = DisplayText(text ?? "–").padded(to: columns.askedWidth)
    return [Span("  ", base), Span(cell, use == nil ? muted : base)]
  }

  /// The symbol of an override; another symbol marks an override that is not saved yet.
  private func overrideSign(of feature: Feature, _ look: FeatureLook) -> Span {
    if scene.content.unsaved.contains(feature.name) {
      return Span("✗", scene.theme.style([look.role, .failure]))
    }
    return Span(feature.isOverridden ? "◆" : " ", scene.theme.style([look.role, .overridden]))
  }

  /// The symbols before the name: mark, recent change, and type.
  private func signs(
    of feature: Feature,
    _ look: FeatureLook,
    _ base: Style,
    _ changed: Style?
  ) -> [Span] {
    let isMarked = marks.contains(feature.name)
    let mark = Span(isMarked ? " ✓" : "  ", scene.theme.style([look.role, .marked]))
    guard let changed else { return [mark, Span(look.icon + " ", base)] }
    guard isMarked else { return [Span(" ✦", changed), Span(look.icon + " ", base)] }
    return [mark, Span(look.icon, base), Span("✦", changed)]
  }

  private func cell(_ text: String, _ width: Int, _ role: Role, _ style: Style) -> [Span] {
    let shown = DisplayText(text, limit: width).padded(to: width)
    return Span.highlighting(
      scene.searchWords,
      in: shown,
      style,
      scene.theme.style([role, .match])
    )
  }
}

/// The presentation of a feature in the list: symbol, text and role.
struct FeatureLook: Hashable, Sendable {
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
      text = feature.override?.text ?? ""
      isOn = nil
      isVariation = false
    case .value:
      text = feature.valueText
      isOn = nil
      isVariation = true
    case .featureTest(.ab), .featureTest(.mvt):
      text = state.variation?.rawValue ?? (feature.isEvaluatedByService ? "–" : "Disabled")
      isOn = nil
      isVariation = true
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
    let isEmpty = feature.type == .value ? state.variables.isEmpty : state.variation == nil
    isMuted = feature.type == .deprecated || (isVariation && isEmpty)
  }
}
