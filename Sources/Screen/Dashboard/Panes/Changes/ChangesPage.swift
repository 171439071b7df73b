import FeatureFlags
import Frame
import Workbench

/// Lays out the rows of the changes pane in lines of a given width.
struct ChangesPage {
  let columns: Int
  let theme: Theme
  let log: ChangeLog

  /// Creates the layout for a pane of the given width in cells.
  init(columns: Int, _ scene: Scene) {
    self.columns = max(columns - 4, 8)
    theme = scene.theme
    log = scene.content.changeLog
  }

  /// The lines of a row; the properties of a feature are wrapped below its name.
  func lines(of row: ChangeLog.Row) -> [Line] {
    switch row.kind {
    case .heading:
      let change = log.changes[row.change]
      let text = "\(change.when.clock)  \(change.comparison.text)"
      return DisplayText.lines(of: text, columns: columns)
        .map { Line([Span($0, theme.style(.section))]) }
    case .added(let name): return [line("+ ", name, .success)]
    case .removed(let name): return [line("- ", name, .failure)]
    case .omitted(let count):
      return [Line("  … and \(count) more, which are not listed", theme.style(.muted))]
    case .changed(let change):
      let fields = change.fields.map { ("\($0.field.title): \($0.valuesText)", Role.text) }
      let moves = change.moveTexts.map { ($0, Role.information) }
      return [line("~ ", change.name, .warning)]
        + (fields + moves).flatMap { wrapped($0.0, $0.1) }
    }
  }

  private func line(_ symbol: String, _ name: Feature.Name, _ role: Role) -> Line {
    let text = DisplayText(name.text, fittedTo: columns - 2)
    return Line([Span(symbol, theme.style(role)), Span(text, theme.style(.title))])
  }

  private func wrapped(_ text: String, _ role: Role) -> [Line] {
    // A description can be very long: its first lines are sufficient to recognise the change.
    let limit = 4
    let lines = DisplayText.lines(of: text, columns: columns - 4)
    let shown = lines.prefix(limit).map { $0 }
    let style = theme.style(role)
    let rest = lines.count > limit ? [Line("    …", style)] : []
    return shown.map { Line([Span("    ", style), Span($0, style)]) } + rest
  }
}
