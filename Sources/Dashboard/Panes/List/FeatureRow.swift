import FeatureFlags
import Frame

/// The column layout of the feature list.
struct FeatureColumns: Hashable, Sendable {
  /// The offset of the name column in cells.
  let name = 4
  /// The width of the name column in cells.
  let nameWidth: Int
  /// The width of the type column in cells; 0 if there is no room for the column.
  let typeWidth: Int
  /// The width of the column for the state or variation, in cells; 0 if the column is hidden.
  let variationWidth: Int
  /// The width of the column with the requests of clients, in cells; 0 if the column is hidden.
  let askedWidth: Int
  /// The width of the column with the descriptions, in cells; 0 if the names need its room, or if
  /// descriptions have rows of their own.
  let descriptionWidth: Int

  /// The width of the column with the remaining times of overrides, in cells, including the gap
  /// before it; 0 if no override expires at a time, or if there is no room for the column.
  let remainingWidth: Int

  /// The width of the signs after the columns and of the gap before them, in cells.
  private static let signsWidth = 5
  /// The width of the type column, in cells.
  private static let typeColumn = 12
  /// The minimum width of the column with the descriptions, in cells.
  private static let minimumDescriptionWidth = 30
  /// The minimum width of a list with the column of requests, in cells.
  private static let minimumAskedWidth = 46

  /// Divides a row into columns.
  ///
  /// - Parameters:
  ///   - width: The width of the row in cells.
  ///   - content: The widths of the longest texts of all features.
  ///   - hasAsked: Whether a row also shows the requests of clients, if there is room for them; in
  ///     a row of medium width, they replace the type.
  ///   - hasRemaining: Whether a row also shows the remaining time of its override.
  ///   - hasDescriptionRows: Whether descriptions have rows of their own, so that they need no column.
  ///   - shown: The columns that the user has not hidden.
  init(
    width: Int,
    content: ListWidths,
    hasAsked: Bool = false,
    hasRemaining: Bool = false,
    hasDescriptionRows: Bool = true,
    shown: Set<ListColumn> = Set(ListColumn.allCases)
  ) {
    askedWidth = hasAsked && width >= Self.minimumAskedWidth ? 9 : 0
    remainingWidth = hasRemaining ? 1 + RemainingTime.width : 0
    let hasState = FeatureColumn.state.isShown(by: shown)
    let gaps = 2 * [hasState, askedWidth > 0].count { $0 }
    var room = width - name - gaps - askedWidth - remainingWidth - Self.signsWidth
    // The icons also show the type: it makes room for names if all of them are then shown whole.
    let typed = room - Self.typeColumn - 2
    let typeMinimum = (askedWidth > 0 ? 70 : 56) + (hasRemaining ? 6 : 0)
    let typedState = hasState ? Self.stateWidth(room: typed, content) : 0
    let isWhole = content.name + typedState <= typed
    let isWholeWithout =
      content.name + (hasState ? Self.stateWidth(room: room, content) : 0) <= room
    let hasType =
      FeatureColumn.type.isShown(by: shown) && width >= typeMinimum && (isWhole || !isWholeWithout)
    typeWidth = hasType ? Self.typeColumn : 0
    if hasType { room = typed }
    variationWidth = hasState ? Self.stateWidth(room: room, content) : 0
    let spare = room - variationWidth - content.name - 2
    let hasDescriptions = !hasDescriptionRows && spare >= Self.minimumDescriptionWidth
    descriptionWidth = hasDescriptions ? spare : 0
    nameWidth = hasDescriptions ? content.name : room - variationWidth
  }

  /// Divides the room for names and states: the longest name has priority, but a state has ten cells
  /// or a quarter of the room.
  private static func stateWidth(room: Int, _ content: ListWidths) -> Int {
    min(content.state, max(room - content.name, room / 4, min(room / 2, 10)))
  }

  /// The offset of a column in cells.
  func offset(of column: FeatureColumn) -> Int {
    FeatureColumn.allCases.prefix { $0 != column }.map { $0.width(in: self) }.filter { $0 > 0 }
      .reduce(name + nameWidth + 2) { $0 + $1 + 2 }
  }
}

/// Draws the rows of the feature list.
struct RowDrawing {
  /// The common properties of all rows; a cached row depends on nothing else but its content.
  let context: RowContext
  var columns: FeatureColumns { context.columns }
  /// The number of cells of a name that are measured; the middle of a longer name is not shown.
  private static let nameLimit = 400

  /// Draws the heading of a section in one row.
  func drawHeading(_ title: String, on canvas: inout Canvas, in area: Area, row: Int) {
    let spans = Span.highlighting(
      context.searchWords,
      in: DisplayText(title, truncatedTo: area.columns - 2),
      context.theme.style(.section),
      context.theme.style([.section, .match])
    )
    canvas.draw(Line([Span(" ", context.theme.style(.text))] + spans), in: area, row: row)
  }

  /// Draws the heading of a folded section with the number of its features, highlighted if it is
  /// selected.
  func drawFolded(
    _ title: String,
    count: Int,
    isSelected: Bool,
    on canvas: inout Canvas,
    in area: Area,
    row: Int
  ) {
    let base = context.theme.style(.text)
    let note = "  " + Number.count(count, "feature")
    let name = DisplayText(title, truncatedTo: max(area.columns - 4 - note.count, 8))
    let line = Line([
      Span(" ▸ ", context.theme.style(.section)), Span(name, context.theme.style(.section)),
      Span(note, context.theme.style(.muted)),
    ])
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
    let look = FeatureStateLabel(content.feature)
    let row = RowStyle(theme: theme, roles: [look.role] + (content.isMarked ? [.markedRow] : []))
    let base = row.base
    canvas.fill(line, style: base)
    canvas.draw(Line(spans(of: content, look, row)), in: line, row: line.row)
    if content.isSelected {
      canvas.restyle(line) { theme.selected($0, row: base) }
      canvas.draw("▌", column: line.column, row: line.row, style: theme.selectionBar(row: base))
    }
  }

  private func spans(of content: RowContent, _ look: FeatureStateLabel, _ row: RowStyle) -> [Span] {
    let feature = content.feature
    let changed = content.age.map { row[$0 == .fresh ? .changed : .fading] }
    var spans = signs(of: content, look, row, changed)
    let notes = notes(of: content, row)
    let name = DisplayText(feature.name.rawValue, limit: Self.nameLimit)
    let width = columns.nameWidth - Line(notes).width
    // The ends of names that share a prefix tell them apart.
    let shown = name.truncatedInMiddle(to: width)
    spans += highlighted(shown, row, changed ?? row.base) + notes
    let used = shown.width + Line(notes).width
    spans.append(Span(String(repeating: " ", count: columns.nameWidth - used), row.base))
    for column in FeatureColumn.allCases {
      let width = column.width(in: columns)
      guard width > 0 else { continue }
      let (text, role) = column.content(content, look)
      let (cell, style) = (DisplayText(text, limit: width).padded(to: width), role.map { row[$0] })
      spans.append(Span("  ", row.base))
      spans +=
        column.isSearched
        ? highlighted(cell, row, style ?? row.base) : [Span(cell, style ?? row.base)]
    }
    spans += [Span(" ", row.base), Span(content.isFavourite ? "★" : " ", row[.key])]
    spans.append(Span(content.severity?.sign ?? " ", row[content.severity?.role ?? .muted]))
    if columns.remainingWidth > 0 {
      let text = content.remaining.leftPadded(to: RemainingTime.width) + " "
      spans.append(Span(text, row[.muted]))
    }
    return spans + overrideSigns(of: content, row)
  }

  /// The lock and the people of the team who have selected the feature, in the room beside the name,
  /// or in a third of the column beside a truncated name.
  private func notes(of content: RowContent, _ row: RowStyle) -> [Span] {
    guard let mark = content.teamMark else { return [] }
    let name = DisplayText(content.feature.name.rawValue, limit: columns.nameWidth).width
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

  /// The symbol of an override, or of one that is not saved or sent yet, and the symbol of a pinned
  /// feature.
  private func overrideSigns(of content: RowContent, _ row: RowStyle) -> [Span] {
    let feature = content.feature
    let style = row[.overridden]
    let pin = Span(feature.isPinned ? "≡" : "", style)
    if content.isUnsaved { return [Span("✗", row[.failure]), pin] }
    if content.teamMark?.isPending == true { return [Span("◌", row[.warning]), pin] }
    return [Span(feature.overrideSign ?? " ", style), pin]
  }

  /// The symbols before the name: mark, recent change, and type.
  private func signs(
    of content: RowContent,
    _ look: FeatureStateLabel,
    _ row: RowStyle,
    _ changed: Style?
  ) -> [Span] {
    let isMarked = content.isMarked
    let mark = Span(isMarked ? " ✓" : "  ", row[.marked])
    guard let changed else { return [mark, Span(look.icon + " ", row.base)] }
    guard isMarked else { return [Span(" ✦", changed), Span(look.icon + " ", row.base)] }
    return [mark, Span(look.icon, row.base), Span("✦", changed)]
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
