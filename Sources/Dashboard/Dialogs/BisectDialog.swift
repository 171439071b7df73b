import FeatureFlags
import Frame

/// The dialog that finds the overrides that break an app: it applies a part of the overrides, and the
/// user tests the app and presses a key for the result.
struct BisectDialog: Dialog {
  /// The overrides that the user can choose to bisect.
  private let scopes: [Scope]
  private var phase: Phase
  private var cursor = ListCursor()
  /// The index of the first visible override of a step.
  private var top = 0

  /// A choice of overrides.
  private struct Scope: Sendable {
    let title: String
    let originals: [Feature.Name: Override]
  }

  /// The current page of the dialog.
  private enum Phase: Sendable {
    /// The user chooses the overrides.
    case choice
    /// The user tests the app; `isStopping` asks whether to stop.
    case test(RunningBisection, isStopping: Bool)
    case result(RunningBisection, OverrideBisection.Outcome)
  }

  /// Creates the dialog; `nil` if no feature is overridden.
  ///
  /// - Parameters:
  ///   - features: All features of the list.
  ///   - marks: The marked features.
  init?(_ features: [Feature], marks: Set<Feature.Name>) {
    let pairs = features.compactMap { feature in
      feature.override.flatMap { $0.isEmpty ? nil : (feature.name, $0) }
    }
    let all = Dictionary(pairs) { first, _ in first }
    guard !all.isEmpty else { return nil }
    let marked = all.filter { marks.contains($0.key) }
    let number = all.count == 1 ? "The override" : "All \(all.count) overrides"
    var scopes = [Scope(title: number, originals: all)]
    if !marked.isEmpty, marked.count < all.count {
      let title = "Only the \(Number.count(marked.count, "override")) of marked features"
      scopes.insert(Scope(title: title, originals: marked), at: 0)
    }
    self.scopes = scopes
    phase = .choice
  }

  /// Whether a bisection has changed overrides that must be restored.
  var isRunning: Bool {
    if case .test = phase { true } else { false }
  }

  var keyOfNumber: Key? { nil }

  var hints: [Hint] {
    switch phase {
    case .choice: [Hint("↑ ↓", "move"), Hint("enter", "start"), Hint("esc", "cancel")]
    case .test(_, isStopping: false):
      [
        Hint("g", "good"), Hint("b", "bad"), Hint("s", "skip"), Hint("↑ ↓", "scroll"),
        Hint("esc", "stop"),
      ]
    case .test(_, isStopping: true): [Hint("y", "stop and restore"), Hint("n esc", "continue")]
    case .result(_, .culprits):
      [Hint("↑ ↓", "move"), Hint("enter", "go to feature"), Hint("esc", "close")]
    case .result: [Hint("esc", "close")]
    }
  }
}

// MARK: Keys

extension BisectDialog {
  mutating func press(_ key: Key, screen: Size) -> DialogOutcome {
    switch phase {
    case .choice: return choose(key, screen: screen)
    case .test(let bisection, isStopping: true): return confirmStop(key, bisection)
    case .test(let bisection, isStopping: false): return judge(key, bisection, screen: screen)
    case .result(_, let outcome):
      switch MenuKey.choices(opener: "b")[key] {
      case .cancel: return .close
      case .choose:
        let names = outcome.names
        let index = cursor.selected
        return names.indices.contains(index) ? .showFeature(names[index]) : .close
      case .next, nil:
        move(key, count: outcome.names.count, screen: Self.inner(screen))
        return .stay
      }
    }
  }

  private mutating func choose(_ key: Key, screen: Size) -> DialogOutcome {
    switch MenuKey.choices(opener: "b")[key] {
    case .cancel: return .close
    case .choose:
      return show(RunningBisection(scopes[min(cursor.selected, scopes.count - 1)].originals))
    case .next, nil:
      move(key, count: scopes.count, screen: screen)
      return .stay
    }
  }

  private mutating func move(_ key: Key, count: Int, screen: Size) {
    let height = ListCursor.height(count: count, screen: screen)
    _ = cursor.press(key, count: count, height: height)
  }

  private mutating func judge(
    _ key: Key,
    _ bisection: RunningBisection,
    screen: Size
  ) -> DialogOutcome {
    if key == .escape || key == .character("q") {
      phase = .test(bisection, isStopping: true)
      return .stay
    }
    guard let verdict = Self.verdicts[key] else {
      let height = ListCursor.height(count: bisection.applied.count, screen: Self.inner(screen))
      let end = max(bisection.applied.count - height, 0)
      top = min(max(top + (Self.scrolls[key] ?? 0), 0), end)
      return .stay
    }
    var bisection = bisection
    bisection.search.record(verdict)
    return show(bisection)
  }

  private mutating func confirmStop(_ key: Key, _ bisection: RunningBisection) -> DialogOutcome {
    switch Self.confirmations[key] {
    case true?: return .closeAndRun([.endBisection(bisection.step)])
    case false?: phase = .test(bisection, isStopping: false)
    case nil: break
    }
    return .stay
  }

  private static let verdicts: [Key: OverrideBisection.Verdict] = [
    .character("g"): .good, .character("G"): .good, .character("b"): .bad,
    .character("B"): .bad, .character("s"): .skip, .character("S"): .skip,
  ]

  /// The keys that scroll the overrides of a step, with the number of rows.
  private static let scrolls: [Key: Int] = [
    .up: -1, .character("k"): -1, .down: 1, .character("j"): 1, .pageUp: -8, .pageDown: 8,
  ]

  /// The keys that confirm or cancel the stop.
  private static let confirmations: [Key: Bool] = [
    .character("y"): true, .character("Y"): true, .character("n"): false,
    .character("N"): false, .escape: false,
  ]

  /// Shows the next step, and applies its overrides; after the last step, shows the result and
  /// restores the overrides.
  private mutating func show(_ bisection: RunningBisection) -> DialogOutcome {
    cursor = ListCursor()
    top = 0
    switch bisection.search.step {
    case .run:
      phase = .test(bisection, isStopping: false)
      return .run([.bisect(bisection.step)])
    case .finished(let outcome):
      phase = .result(bisection, outcome)
      return .run([.endBisection(bisection.step)])
    }
  }
}

extension OverrideBisection.Outcome {
  /// The features that the result lists: culprits, then undecided ones.
  fileprivate var names: [Feature.Name] {
    switch self {
    case .culprits(let found, let undecided): found + undecided
    case .notReproduced, .independent: []
    }
  }
}

// MARK: Drawing

extension BisectDialog {
  /// The number of rows of a page above and below its list, without the border.
  private static let textRows = 4

  /// The part of the screen for the list of a page.
  private static func inner(_ screen: Size) -> Size {
    Size(columns: screen.columns, rows: max(screen.rows - textRows, 5))
  }

  func draw(on canvas: inout Canvas, theme: Theme) {
    switch phase {
    case .choice:
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
