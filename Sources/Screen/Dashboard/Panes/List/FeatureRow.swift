import FeatureFlags
import Frame

/// Draws the rows of the feature list.
struct RowDrawing {
  /// The common properties of all rows; apart from these, the cells of a cached row depend only on its
  /// content.
  let context: RowContext
  var columns: FeatureColumns { context.columns }
  /// The number of cells of a name that are measured; the middle of a longer name is not shown.
  private static let nameLimit = 400

  /// The title of a section, truncated in the middle: titles that are paths differ at their ends.
  private static func text(ofSection title: String, columns: Int) -> DisplayText {
    DisplayText(title.visible, limit: nameLimit).truncatedInMiddle(to: columns)
  }

  /// Draws the heading of a section in one row.
  func drawHeading(_ title: String, on canvas: inout Canvas, in area: Area, row: Int) {
    let spans = Span.highlighting(
      context.searchWords,
      in: Self.text(ofSection: title, columns: area.columns - 2),
      context.theme.style(.section),
      context.theme.style([.section, .match])
    )
    canvas.draw(Line([Span(" ", context.theme.style(.text))] + spans), in: area, row: row)
  }

  /// Draws the heading of a folded section with the numbers of its features, such as `12 · 7 on · ◆ 3`,
  /// highlighted if it is selected.
  func drawFolded(
    _ title: String,
    _ counts: FeatureCounts,
    isSelected: Bool,
    on canvas: inout Canvas,
    in area: Area,
    row: Int
  ) {
    let base = context.theme.style(.text)
    let muted = context.theme.style(.muted)
    let overrides = counts.overridden
    let note =
      [Span("  \(counts.all)" + (counts.on.map { " · \($0) on" } ?? ""), muted)]
      + (overrides == 0
        ? [] : [Span(" · ", muted), Span("◆ \(overrides)", context.theme.style(.overridden))])
    let columns = max(area.columns - 4 - Line(note).width, 8)
    let name = Self.text(ofSection: title, columns: columns)
    let heading = context.theme.style(.section)
    let line = Line([Span(" ▸ ", heading), Span(name, heading)] + note)
    canvas.draw(line, in: area, row: row)
    guard isSelected else { return }
    let place = Area(column: area.column, row: row, columns: area.columns, rows: 1)
    canvas.restyle(place) { context.theme.selected($0, row: base) }
    canvas.draw("▌", column: area.column, row: row, style: context.theme.selectionBar(row: base))
  }

  /// Draws the description of a feature in the row below the feature.
  func drawDescription(_ text: String, on canvas: inout Canvas, in area: Area, row: Int) {
    let spans = Span.highlighting(
      context.searchWords,
      in: DisplayText(text, truncatedTo: area.columns - columns.name - 2),
      context.theme.style(.muted),
      context.theme.style([.muted, .match])
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
  func drawFeature(_ content: RowContent, on canvas: inout Canvas, in line: Area) {
    let theme = context.theme
    let label = FeatureStateLabel(content.feature)
    let row = RowStyle(theme: theme, roles: [label.role] + (content.isMarked ? [.markedRow] : []))
    let base = row.base
    canvas.fill(line, style: base)
    canvas.draw(Line(spans(of: content, label, row)), in: line, row: line.row)
    if content.isSelected {
      canvas.restyle(line) { theme.selected($0, row: base) }
      canvas.draw("▌", column: line.column, row: line.row, style: theme.selectionBar(row: base))
    }
  }

  private func spans(of content: RowContent, _ label: FeatureStateLabel, _ row: RowStyle) -> [Span]
  {
    let feature = content.feature
    let changed = content.age.map { row[$0 == .fresh ? .changed : .fading] }
    var spans = symbols(of: content, label, row, changed)
    let notes = notes(of: content, row)
    let name = DisplayText(feature.name.text, limit: Self.nameLimit)
    let width = columns.nameWidth - Line(notes).width
    // Truncates in the middle, because names with a common prefix differ at their ends.
    let shown = name.truncatedInMiddle(to: width)
    spans += highlighted(shown, row, changed ?? row.base) + notes
    let used = shown.width + Line(notes).width
    spans.append(Span(String(repeating: " ", count: columns.nameWidth - used), row.base))
    for column in columns.shown {
      let (width, properties) = (columns[column], column.row)
      let (text, role) = properties.content(content, label)
      let (cell, style) = (DisplayText(text, limit: width).padded(to: width), role.map { row[$0] })
      spans.append(Span("  ", row.base))
      spans +=
        properties.isSearched
        ? highlighted(cell, row, style ?? row.base) : [Span(cell, style ?? row.base)]
    }
    spans += [Span(" ", row.base), Span(content.isFavourite ? "★" : " ", row[.key])]
    spans.append(Span(content.severity?.symbol ?? " ", row[content.severity?.role ?? .muted]))
    if columns.remainingWidth > 0 {
      let text = content.remaining.leftPadded(to: RemainingTime.width) + " "
      spans.append(Span(text, row[.muted]))
    }
    return spans + overrideSymbols(of: content, row)
  }

  /// The lock and the people of the team who have selected the feature, in the room beside the name,
  /// or in a third of the column beside a truncated name.
  private func notes(of content: RowContent, _ row: RowStyle) -> [Span] {
    let name = DisplayText(content.feature.name.text, limit: columns.nameWidth).width
    guard let mark = content.teamMark else { return badges(of: content.feature, name: name, row) }
    var room = max(columns.nameWidth - name - 2, columns.nameWidth / 3)
    var notes: [Span] = []
    for (text, role) in [
      (mark.lock == nil ? "" : "locked", Role.warning), (mark.peopleText, .information),
    ]
    where !text.isEmpty && room >= 4 {
      let shown = DisplayText(text, truncatedTo: room)
      notes += [Span(notes.isEmpty ? "  " : " ", row.base), Span(shown, row[role])]
      room -= shown.width + 1
    }
    return notes
  }

  /// The badges of the feature, as far as there is room beside its whole name.
  private func badges(of feature: Feature, name: Int, _ row: RowStyle) -> [Span] {
    var room = columns.nameWidth - name
    let badges = columns.shown.contains(.type) ? feature.facts : feature.badges
    return badges.map { "  " + $0 }.prefix { badge in
      room -= badge.count
      return room >= 0
    }
    .map { Span($0, row[.muted]) }
  }

  /// The symbol of an override, which differs if the override is not saved or sent yet, and the symbol
  /// of a pinned feature, whose override equals its configuration.
  private func overrideSymbols(of content: RowContent, _ row: RowStyle) -> [Span] {
    let feature = content.feature
    let style = row[.overridden]
    let pin = Span(feature.isPinned ? "≡" : "", style)
    if content.isUnsaved { return [Span("✗", row[.failure]), pin] }
    if content.teamMark?.isPending == true { return [Span("◌", row[.warning]), pin] }
    let isForOthers = !feature.isOverridden
    return [Span(feature.overrideSymbol ?? " ", isForOthers ? row[.muted] : style), pin]
  }

  /// The symbols before the name: mark, recent change, and type.
  private func symbols(
    of content: RowContent,
    _ label: FeatureStateLabel,
    _ row: RowStyle,
    _ changed: Style?
  ) -> [Span] {
    let isMarked = content.isMarked
    let mark = Span(isMarked ? " ✓" : "  ", row[.marked])
    guard let changed else { return [mark, Span(label.icon + " ", row.base)] }
    guard isMarked else { return [Span(" ✦", changed), Span(label.icon + " ", row.base)] }
    return [mark, Span(label.icon, row.base), Span("✦", changed)]
  }

  private func highlighted(_ text: DisplayText, _ row: RowStyle, _ style: Style) -> [Span] {
    let words = context.fuzzyWords
    guard words.isEmpty else {
      return Span.highlighting(subsequences: words, in: text, style, row[.match])
    }
    return Span.highlighting(context.searchWords, in: text, style, row[.match])
  }
}

/// The styles of the parts of one feature row.
private struct RowStyle {
  let theme: Theme
  /// The roles of the row, which determine its background.
  let roles: [Role]

  /// The style of plain text in the row.
  var base: Style { theme.style(roles) }
  /// The style of a part with its own role.
  subscript(role: Role) -> Style { theme.style(roles + [role]) }
}
