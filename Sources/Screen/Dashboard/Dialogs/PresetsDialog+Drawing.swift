import FeatureFlags
import Frame

/// Divides the dialog of presets into the list and the preview: side by side on a wide screen, one
/// above the other on a narrow one.
struct PresetsLayout: Hashable, Sendable {
  let columns: Int
  let rows: Int
  let isWide: Bool

  init(_ screen: Size) {
    isWide = screen.columns >= Layout.wideColumns
    columns = screen.dialogColumns(140)
    rows = max(min(screen.rows - 2, 40), 4)
  }

  /// The number of blank rows between two parts; none on a small screen.
  private var gap: Int { rows < 12 ? 0 : 1 }
  /// The number of rows inside the border, without the line for the name or the confirmation.
  private var contentRows: Int { rows - 3 - gap }

  var listRows: Int { isWide ? contentRows : max(contentRows / 3, 1) }
  /// The number of visible lines of the preview, including its heading.
  var previewRows: Int { isWide ? contentRows : max(contentRows - listRows - gap, 0) }

  /// The area of the list inside the dialog.
  func list(in inside: Area) -> Area {
    let width = isWide ? min(inside.columns * 2 / 5, 50) : inside.columns
    return Area(column: inside.column, row: inside.row, columns: width, rows: listRows)
  }

  /// The area of the preview inside the dialog.
  func preview(in inside: Area) -> Area {
    let list = list(in: inside)
    return isWide
      ? Area(
        column: list.endColumn + 2,
        row: inside.row,
        columns: inside.columns - list.columns - 3,
        rows: previewRows
      )
      : Area(
        column: inside.column + 1,
        row: list.endRow + gap,
        columns: inside.columns - 2,
        rows: previewRows
      )
  }
}

extension PresetsDialog {
  func draw(on canvas: inout Canvas, theme: Theme) {
    let layout = PresetsLayout(canvas.frame.size)
    let inside = canvas.drawDialog(
      list.title(isReadOnly ? "Presets, read-only" : "Presets"),
      columns: layout.columns,
      rows: layout.rows,
      theme: theme
    )
    let list = layout.list(in: inside)
    if let entries, !entries.isEmpty {
      let line = line(of: entries, columns: list.columns - 2, theme: theme)
      self.list.draw(on: &canvas, in: list, noMatch: "No preset matches.", theme: theme) {
        line(entries[$0])
      }
    } else {
      let texts =
        entries == nil
        ? ["Reading the presets …"] : ["No presets yet."] + (isReadOnly ? [] : ["s saves one."])
      canvas.drawEmpty(texts, in: list, theme: theme, on: .dialog)
    }
    drawPreview(on: &canvas, in: layout.preview(in: inside), theme: theme)
    let foot = Area(
      column: inside.column + 1,
      row: inside.endRow - 1,
      columns: inside.columns - 2,
      rows: 1
    )
    drawFoot(on: &canvas, in: foot, theme: theme)
  }

  /// Returns a function that draws an entry in columns, which are aligned across all entries.
  private func line(
    of entries: [PresetEntry],
    columns: Int,
    theme: Theme
  ) -> (PresetEntry) -> Line {
    let plain = theme.style(.dialog)
    let muted = theme.style([.dialog, .muted])
    let widest = entries.map { DisplayText($0.name, limit: columns).width }.max() ?? 0
    let description = entries.map { DisplayText($0.description, limit: columns).width }.max() ?? 0
    let nameWidth = min(widest, max(columns / 2, columns - 10 - description, 8))
    return { entry in
      let count = entry.overrideCount.map { "\($0) ◆" } ?? "✗"
      let room = max(columns - nameWidth - 10, 0)
      return Line([
        Span(DisplayText(line: entry.name).padded(to: nameWidth), plain),
        Span(
          "  " + count.leftPadded(to: 5) + "  ",
          entry.overrideCount == nil ? theme.style([.dialog, .failure]) : muted
        ),
        Span(DisplayText(entry.description, truncatedTo: room), muted),
      ])
    }
  }

  private func drawPreview(on canvas: inout Canvas, in area: Area, theme: Theme) {
    switch mode {
    case .reading: return canvas.drawEmpty(["Reading …"], in: area, theme: theme, on: .dialog)
    case .opened: break
    case .browsing, .naming, .locating, .confirmingSave, .confirmingReplace, .confirmingDelete:
      guard selected != nil else { return }
    }
    guard let preview else {
      return canvas.drawEmpty(["Comparing …"], in: area, theme: theme, on: .dialog)
    }
    if let problem = preview.problem {
      let style = theme.style([.dialog, .failure])
      let texts = DisplayText.lines(of: "✗ " + problem, columns: area.columns)
      for (offset, text) in texts.prefix(area.rows).enumerated() {
        canvas.draw(Line([Span(text, style)]), in: area, row: area.row + offset)
      }
      return
    }
    draw(preview, on: &canvas, in: area, theme: theme)
  }

  /// Draws the lines of the preview below its heading, and the scroll position if not all lines fit.
  private func draw(_ preview: PresetPreview, on canvas: inout Canvas, in area: Area, theme: Theme)
  {
    let muted = theme.style([.dialog, .muted])
    let verb = preview.isReplacing ? "Resetting the others: " : "Applying: "
    let heading = Line([
      Span(verb, theme.style([.dialog, .title])), Span(preview.summary, theme.style(.dialog)),
    ])
    canvas.draw(heading, in: area, row: area.row)
    let rows = preview.rows.dropFirst(previewTop).prefix(max(area.rows - 1, 0))
    let nameWidth = min(
      rows.map { DisplayText($0.name, limit: area.columns).width }.max() ?? 0,
      max(area.columns * 2 / 5, 8)
    )
    for (offset, row) in rows.enumerated() {
      let line = Line([
        Span(row.kind.symbol + " ", theme.style([.dialog, row.kind.role])),
        Span(DisplayText(line: row.name).padded(to: nameWidth), theme.style(.dialog)),
        Span("  " + row.text, row.kind == .unchanged ? muted : theme.style(.dialog)),
      ])
      canvas.draw(line, in: area, row: area.row + 1 + offset)
    }
    let hidden = preview.rows.count - previewTop - rows.count
    guard hidden > 0 || previewTop > 0, area.rows > 1 else { return }
    let position = "\(previewTop + rows.count)/\(preview.rows.count)"
    canvas.draw(
      position,
      column: area.endColumn - position.count,
      row: area.row,
      style: muted
    )
  }

  /// Draws the text field for a name or a location, or the question of a confirmation.
  private func drawFoot(on canvas: inout Canvas, in area: Area, theme: Theme) {
    let warning = theme.style([.dialog, .warning])
    let question: String
    switch mode {
    case .browsing: return
    case .naming(let input, let note):
      return draw(
        input,
        ("Save as: ", "the name of the new preset"),
        note,
        on: &canvas,
        in: area,
        theme
      )
    case .locating(let input, let note):
      return draw(
        input,
        ("Open: ", "the path or the URL of a preset"),
        note,
        on: &canvas,
        in: area,
        theme
      )
    case .reading(let location): return drawLocation(location, on: &canvas, in: area, theme)
    case .opened(let opened): return drawLocation(opened.location, on: &canvas, in: area, theme)
    case .confirmingSave(let name): question = "Replace the preset \(name)?"
    case .confirmingReplace:
      let count = preview.map { $0.rows.count { $0.kind == .reset } } ?? 0
      question =
        count > 0
        ? "Reset \(Number.count(count, "other override")) and apply the preset?"
        : "Reset all other overrides and apply the preset?"
    case .confirmingDelete(let name): question = "Delete the preset \(name)?"
    }
    canvas.draw(Line("▲ " + question + " y n", warning), in: area, row: area.row)
  }

  private func drawLocation(
    _ location: String,
    on canvas: inout Canvas,
    in area: Area,
    _ theme: Theme
  ) {
    let text = DisplayText(line: location).truncated(to: max(area.columns - 6, 8))
    let line = Line([
      Span("Open: ", theme.style([.dialog, .key])), Span(text, theme.style(.dialog)),
    ])
    canvas.draw(line, in: area, row: area.row)
  }

  /// Draws a text field with its label, and above it the reason why the text is rejected.
  private func draw(
    _ input: TextInput,
    _ words: (label: String, hint: String),
    _ note: String?,
    on canvas: inout Canvas,
    in area: Area,
    _ theme: Theme
  ) {
    let label = Line(words.label, theme.style([.dialog, .key]))
    canvas.draw(label, in: area, row: area.row)
    let text = Area(
      column: area.column + label.width,
      row: area.row,
      columns: area.columns - label.width,
      rows: 1
    )
    canvas.draw(input, in: text, hint: words.hint, theme: theme)
    guard let note else { return }
    let style = theme.style([.dialog, .failure])
    let lines = DisplayText.lines(of: note, columns: area.columns)
    for (offset, line) in lines.suffix(3).enumerated() {
      let row = area.row - min(lines.count, 3) + offset
      let place = Area(column: area.column, row: row, columns: area.columns, rows: 1)
      canvas.fill(place, style: theme.style(.dialog))
      canvas.draw(Line([Span(line, style)]), in: place, row: row)
    }
  }
}
