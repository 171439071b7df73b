import FeatureFlags
import Frame

// MARK: Drawing

extension BisectDialog {
  /// The number of rows of a page above and below its list, without the border.
  private static let textRows = 4

  /// The part of the screen for the list of a page.
  static func inner(_ screen: Size) -> Size {
    Size(columns: screen.columns, rows: max(screen.rows - textRows, 5))
  }

  func draw(on canvas: inout Canvas, theme: Theme) {
    switch phase {
    case .choice: drawScopes(on: &canvas, theme: theme)
    case .test(let bisection, let isStopping):
      let search = bisection.search
      let count = Number.count(bisection.originals.count, "override")
      let isSingle = bisection.applied.count == 1 || bisection.originals.count == 1
      let verb = isSingle ? "is" : "are"
      draw(
        "Bisect: step \(search.verdicts.count + 1) of about \(search.expectedCount)",
        head: "\(bisection.applied.count) of \(count) \(verb) on:",
        bisection.applied.map { line($0, bisection, theme) },
        foot: isStopping
          ? "Stop, and restore the \(count)?  y  n"
          : "Test the app now: is it good (g) or bad (b)?",
        isList: false,
        on: &canvas,
        theme: theme
      )
    case .result(let bisection, let outcome):
      draw(
        "Bisect: result after \(Number.count(bisection.search.verdicts.count, "step"))",
        head: head(of: outcome),
        outcome.names.map { line($0, bisection, theme, outcome) },
        foot: "The original overrides are restored.",
        isList: true,
        on: &canvas,
        theme: theme
      )
    }
  }

  private func drawScopes(on canvas: inout Canvas, theme: Theme) {
    let plain = theme.style(.dialog)
    let lines = scopes.map { Line($0.title, plain) }
    let size = canvas.frame.size
    let height = ListCursor.height(count: lines.count, screen: size)
    let cursor = cursor.settled(count: lines.count, height: height)
    let inside = canvas.drawDialog(
      "Bisect overrides",
      columns: size.dialogColumns(46),
      rows: height + 2,
      theme: theme,
      scroll: ScrollMark(first: cursor.top, visible: height, total: lines.count)
    )
    canvas.draw(choices: lines, cursor: cursor, in: inside, theme: theme)
  }

  private func head(of outcome: OverrideBisection.Outcome) -> String {
    switch outcome {
    case .notReproduced: "The app works with all of these overrides."
    case .independent: "The app also fails without the overrides."
    case .culprits(let found, []):
      found.count == 1 ? "This override breaks the app:" : "These overrides break it together:"
    case .culprits: "Skipped steps leave some overrides undecided:"
    }
  }

  private func line(
    _ name: Feature.Name,
    _ bisection: RunningBisection,
    _ theme: Theme,
    _ outcome: OverrideBisection.Outcome? = nil
  ) -> Line {
    let plain = theme.style(.dialog)
    var isUndecided = false
    if case .culprits(_, let undecided)? = outcome { isUndecided = undecided.contains(name) }
    let widest =
      bisection.originals.keys.map { DisplayText($0.rawValue, limit: 40).width }.max() ?? 0
    return Line([
      Span(isUndecided ? "? " : "◆ ", theme.style([.dialog, .overridden])),
      Span(DisplayText(line: name.rawValue).truncated(to: 40).padded(to: min(widest, 40)), plain),
      Span("  " + (bisection.originals[name]?.text ?? ""), theme.style([.dialog, .muted])),
    ])
  }

  /// Draws a page: a sentence, a scrollable list, and a sentence below it.
  private func draw(
    _ title: String,
    head: String,
    _ lines: [Line],
    foot: String,
    isList: Bool,
    on canvas: inout Canvas,
    theme: Theme
  ) {
    let size = canvas.frame.size
    let height = ListCursor.height(count: lines.count, screen: Self.inner(size))
    let cursor = cursor.settled(count: lines.count, height: height)
    let first = isList ? cursor.top : min(top, max(lines.count - height, 0))
    let inside = canvas.drawDialog(
      title,
      columns: size.dialogColumns(64),
      rows: height + Self.textRows + 2,
      theme: theme,
      scroll: ScrollMark(first: first, visible: height, total: lines.count)
    )
    let text = inside.inset(columns: 1, rows: 0)
    canvas.draw(Line(head, theme.style(.dialog)), in: text, row: inside.row)
    let area = Area(
      column: inside.column,
      row: inside.row + 1,
      columns: inside.columns,
      rows: min(height, max(inside.rows - 2, 0))
    )
    if isList {
      canvas.draw(choices: lines, cursor: cursor, in: area, theme: theme)
    } else {
      for (offset, line) in lines.dropFirst(first).prefix(area.rows).enumerated() {
        canvas.draw(line, in: area.inset(columns: 1, rows: 0), row: area.row + offset)
      }
    }
    let style = theme.style([.dialog, .title])
    canvas.draw(Line(foot, style), in: text, row: inside.endRow - 1)
  }
}
