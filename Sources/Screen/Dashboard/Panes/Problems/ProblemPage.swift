import FeatureFlags
import Frame

/// Lays out the entries of the problem list in lines of a given width.
struct ProblemPage {
  let columns: Int
  /// The name of the document with the problems.
  let document: String
  let theme: Theme
  private let keymap: Keymap

  /// Creates the layout for a pane of the given width in cells.
  init(columns: Int, _ scene: Scene) {
    let path = scene.content.problemDocument ?? scene.content.context.source
    document = path.split(separator: "/").last.map(String.init) ?? path
    self.columns = max(columns - 4, 8)
    theme = scene.theme
    keymap = scene.keymap
  }

  /// The width of the symbol in cells, including the gap after it.
  private static let indent = 2

  func lines(of entry: ProblemList.Entry) -> [Line] {
    switch entry {
    case .failure(let words): return lines(symbol: .error, words)
    case .omitted(let count):
      return [Line("… and \(count) more, which are not listed", theme.style(.muted))]
    case .problem(let problem): return lines(of: problem)
    case .orphan(let name):
      let command = ["halyard", "reset", name.rawValue].map(CommandText.quoted)
      let (open, reset) = (keymap.text(of: .find(.details)), keymap.text(of: .change(.reset)))
      let text =
        "is overridden, but not in the source; \(open) goes to it, where \(reset) resets it, or: "
        + command.joined(separator: " ")
      let title = DisplayText(name.text, fittedTo: columns - Self.indent)
      let head = Line([symbol(.warning), Span(title, theme.style(.title))])
      return [head] + wrapped(text).map { indented($0, .text) }
    }
  }

  private func lines(of problem: Problem) -> [Line] {
    let fact = "\(problem.fact)"
    let place = problem.line.map { "\(document):\($0)" }
    guard let feature = problem.feature else {
      let lines = lines(symbol: problem.severity, fact)
      return lines + (place.map { [indented($0, .muted)] } ?? [])
    }
    // The location gets at least half of the line, or all columns that the name leaves free.
    let free = columns - Self.indent - DisplayText(feature, truncatedTo: columns).width
    let tail = DisplayText(place.map { "  " + $0 } ?? "", fittedTo: max(columns / 2, free))
    let room = max(columns - Self.indent - tail.width, 4)
    let name = DisplayText(feature, fittedTo: room)
    let head = Line([
      symbol(problem.severity), Span(name, theme.style(.title)), Span(tail, theme.style(.muted)),
    ])
    return [head] + wrapped(fact).map { indented($0, .text) }
  }

  private func lines(symbol severity: Problem.Severity, _ words: String) -> [Line] {
    let lines = wrapped(words)
    let first = lines.prefix(1).map { Line([symbol(severity), Span($0, theme.style(.text))]) }
    return first + lines.dropFirst().map { indented($0, .text) }
  }

  private func symbol(_ severity: Problem.Severity) -> Span {
    Span(severity.symbol + " ", theme.style(severity.role))
  }

  private func wrapped(_ words: String) -> [DisplayText] {
    DisplayText.lines(of: words, columns: columns - Self.indent)
  }

  private func indented(_ words: String, _ role: Role) -> Line {
    indented(DisplayText(words, fittedTo: columns - Self.indent), role)
  }

  private func indented(_ text: DisplayText, _ role: Role) -> Line {
    Line([Span("  ", theme.style(role)), Span(text, theme.style(role))])
  }
}
