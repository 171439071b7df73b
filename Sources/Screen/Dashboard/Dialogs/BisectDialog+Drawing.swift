import FeatureFlags
import Frame
import Workbench

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
        bisection.applied.count,
        foot: isStopping
          ? "Stop, and restore the \(count)?  y  n"
          : "Test the app now: is it good (g) or bad (b)?",
        on: &canvas,
        theme: theme
      ) { line(bisection.applied[$0], bisection, theme) }
    case .result(let bisection, let outcome):
      draw(
        list.title("Bisect: result after \(Number.count(bisection.search.verdicts.count, "step"))"),
        head: head(of: outcome),
        outcome.names.count,
        foot: "The original overrides are restored.",
        on: &canvas,
        theme: theme
      ) { line(outcome.names[$0], bisection, theme, outcome) }
    }
  }

  private func drawScopes(on canvas: inout Canvas, theme: Theme) {
    let plain = theme.style(.dialog)
    let size = canvas.frame.size
    let height = ListCursor.height(count: scopes.count, screen: size)
    let inside = canvas.drawDialog(
      list.title("Bisect overrides"),
      columns: size.dialogColumns(46),
      rows: height + 2,
      theme: theme,
      scroll: list.scrollMark(height: height)
    )
    list.draw(on: &canvas, in: inside, noMatch: "No choice matches.", theme: theme) {
      Line(scopes[$0].title, plain)
    }
  }

  private func head(of outcome: OverrideBisection.Outcome) -> String {
    switch outcome {
    case .notReproduced: "The app works with all of these overrides."
    case .independent: "The app also fails without the overrides."
    case .culprits(let found, []):
      found.count == 1 ? "This override breaks the app:" : "These overrides break it together:"
    case .culprits: "Steps were skipped, so these are still suspects:"
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
      Span(DisplayText(line: name.text).truncated(to: 40).padded(to: min(widest, 40)), plain),
      Span("  " + (bisection.originals[name]?.text ?? ""), theme.style([.dialog, .muted])),
    ])
  }

  /// Draws a page: a sentence, a number of lines, which the user chooses from or scrolls, and a sentence
  /// below them.
  private func draw(
    _ title: String,
    head: String,
    _ count: Int,
    foot: String,
    on canvas: inout Canvas,
    theme: Theme,
    _ line: (Int) -> Line
  ) {
    let size = canvas.frame.size
    let height = ListCursor.height(count: count, screen: Self.inner(size))
    let first = min(top, max(count - height, 0))
    let inside = canvas.drawDialog(
      title,
      columns: size.dialogColumns(64),
      rows: height + Self.textRows + 2,
      theme: theme,
      scroll: list.isEmpty
        ? ScrollMark(first: first, visible: height, total: count) : list.scrollMark(height: height)
    )
    let text = inside.inset(columns: 1, rows: 0)
    canvas.draw(Line(head, theme.style(.dialog)), in: text, row: inside.row)
    let area = Area(
      column: inside.column,
      row: inside.row + 1,
      columns: inside.columns,
      rows: min(height, max(inside.rows - 2, 0))
    )
    if list.isEmpty {
      for (offset, index) in (first..<count).prefix(area.rows).enumerated() {
        canvas.draw(line(index), in: area.inset(columns: 1, rows: 0), row: area.row + offset)
      }
    } else {
      list.draw(on: &canvas, in: area, noMatch: "No feature matches.", theme: theme, line)
    }
    let style = theme.style([.dialog, .title])
    canvas.draw(Line(foot, style), in: text, row: inside.endRow - 1)
  }
}
