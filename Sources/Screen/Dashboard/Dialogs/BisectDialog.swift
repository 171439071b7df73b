import FeatureFlags
import Frame
import Workbench

/// The dialog that bisects overrides to find those that break an app: in each step, it applies some of
/// the overrides, and the user tests the app and presses a key for the result.
///
/// Not a ``Menu``, because the user only reads the overrides of a step, and does not choose one.
struct BisectDialog: Dialog {
  /// The overrides that the user can choose to bisect.
  let scopes: [Scope]
  var phase: Phase
  /// The rows of the dialog: the sets of overrides to choose from, or the features of the result.
  var list: ChoiceList
  /// The index of the first visible override of a step.
  var top = 0

  /// A set of overrides that the user can choose to bisect.
  struct Scope: Sendable {
    let title: String
    let originals: [OverrideKey: Override]
  }

  /// The current page of the dialog.
  enum Phase: Sendable {
    /// The user chooses the overrides.
    case choice
    /// The user tests the app; if `isStopping` is true, the dialog asks whether to stop.
    case test(RunningBisection, isStopping: Bool)
    case result(RunningBisection, OverrideBisection.Outcome)
  }

  /// Creates the dialog; `nil` if no feature is overridden.
  ///
  /// - Parameters:
  ///   - features: All features of the list.
  ///   - marks: The marked features.
  init?(_ features: [Feature], marks: Set<Feature.Name>) {
    let pairs = features.flatMap { feature in
      feature.overrides.filter { !$0.override.isEmpty }
        .map { (OverrideKey(feature.name, for: $0.scope), $0.override) }
    }
    let all = Dictionary(pairs) { first, _ in first }
    guard !all.isEmpty else { return nil }
    let marked = all.filter { marks.contains($0.key.feature) }
    let number = all.count == 1 ? "The override" : "All \(all.count) overrides"
    var scopes = [Scope(title: number, originals: all)]
    if !marked.isEmpty, marked.count < all.count {
      let title = "Only the \(Number.count(marked.count, "override")) of marked features"
      scopes.insert(Scope(title: title, originals: marked), at: 0)
    }
    self.scopes = scopes
    phase = .choice
    list = ChoiceList(scopes.map(\.title))
  }

  /// Whether a bisection has changed overrides that must be restored.
  var isRunning: Bool {
    if case .test = phase { true } else { false }
  }

  var keyOfNumber: Key? { nil }
  var isTyping: Bool { list.isTyping }
  mutating func paste(_ text: String) { list.paste(text) }

  var hints: [Hint] {
    switch phase {
    case .choice:
      list.hints([Hint("↑ ↓", "move"), Hint("enter", "start"), Hint("esc", "cancel")])
    case .test(_, isStopping: false):
      [
        Hint("g", "good"), Hint("b", "bad"), Hint("s", "skip"), Hint("↑ ↓", "scroll"),
        Hint("esc", "stop"),
      ]
    case .test(_, isStopping: true): [Hint("y", "stop and restore"), Hint("n esc", "continue")]
    case .result(_, .culprits):
      list.hints([Hint("↑ ↓", "move"), Hint("enter", "go to feature"), Hint("esc", "close")])
    case .result: [Hint("esc", "close")]
    }
  }
}

// MARK: Keys

extension BisectDialog {
  mutating func press(_ key: Key, screen: Size) -> Request {
    switch phase {
    case .choice:
      let height = ListCursor.height(count: scopes.count, screen: screen)
      return choose(key, MenuKey.choices(opener: "b"), height: height) { dialog, row in
        dialog.show(RunningBisection(dialog.scopes[row].originals))
      }
    case .test(let bisection, isStopping: true): return confirmStop(key, bisection)
    case .test(let bisection, isStopping: false): return judge(key, bisection, screen: screen)
    case .result(_, let outcome):
      let keys = outcome.keys
      let height = ListCursor.height(count: keys.count, screen: Self.inner(screen))
      return choose(key, Self.resultKeys, height: height) { _, row in
        .showFeature(keys[row].feature)
      }
    }
  }

  /// Applies a key press to the list.
  private mutating func choose(
    _ key: Key,
    _ keys: [Key: MenuKey],
    height: Int,
    _ choose: (inout BisectDialog, Int) -> Request
  ) -> Request {
    if !list.isEmpty, list.type(key) { return .stay }
    switch isTyping && key == .enter ? .choose : keys[key] {
    case .cancel: return .close
    case .choose:
      guard let row = list.selected else { return list.isEmpty ? .close : .stay }
      return choose(&self, row)
    case .next, nil:
      list.move(key, height: height)
      return .stay
    }
  }

  private mutating func judge(
    _ key: Key,
    _ bisection: RunningBisection,
    screen: Size
  ) -> Request {
    if Self.commands[key] == .stop {
      phase = .test(bisection, isStopping: true)
      return .stay
    }
    guard let verdict = Self.commands[key]?.verdict else {
      let height = ListCursor.height(count: bisection.applied.count, screen: Self.inner(screen))
      let end = max(bisection.applied.count - height, 0)
      top = min(max(top + (Self.scrolls[key] ?? 0), 0), end)
      return .stay
    }
    var bisection = bisection
    bisection.search.record(verdict)
    return show(bisection)
  }

  private mutating func confirmStop(_ key: Key, _ bisection: RunningBisection) -> Request {
    if Self.commands[key] == .confirmStop {
      return .closeAndRun([.endBisection(bisection.step)])
    }
    if [.escape, .character("n"), .character("N")].contains(key) {
      phase = .test(bisection, isStopping: false)
    }
    return .stay
  }

  enum Command: String, DialogCommand {
    case start, good, bad, skip, stop, confirmStop

    static let name = "bisect"
    static let title = "Bisection"
    static let opener: Action? = .change(.bisect)

    var row: DialogKeyRow {
      switch self {
      case .start: DialogKeyRow([.enter], "start, or go to the feature of the result")
      case .good: DialogKeyRow([.character("g")], others: [.character("G")], "the app is good")
      case .bad: DialogKeyRow([.character("b")], others: [.character("B")], "the app is bad")
      case .skip: DialogKeyRow([.character("s")], others: [.character("S")], "skip the step")
      case .stop: DialogKeyRow([.escape, .character("q")], "stop; confirms first")
      case .confirmStop:
        DialogKeyRow(
          [.character("y")],
          others: [.character("Y")],
          "stop, and restore all overrides"
        )
      }
    }

    fileprivate var verdict: OverrideBisection.Verdict? {
      switch self {
      case .good: .good
      case .bad: .bad
      case .skip: .skip
      case .start, .stop, .confirmStop: nil
      }
    }
  }

  private static let commands = Command.commandsByKey()

  var commands: [Keymap.Command] {
    let commands: [Command] =
      switch phase {
      case .choice, .result: [.start]
      case .test(_, isStopping: false): [.good, .bad, .skip, .stop]
      case .test(_, isStopping: true): [.confirmStop]
      }
    let identifiers = Set(commands.map(\.listed.identifier))
    return Command.keymapCommands.filter { identifiers.contains($0.identifier) }
  }

  /// The keys of the result, which do not include the opener: it is also the key for a bad step, and
  /// would close the result if the user pressed it twice.
  private static let resultKeys = MenuKey.choices(opener: "b").filter { $0.key != .character("b") }

  /// The keys that scroll the overrides of a step, with the number of rows.
  private static let scrolls: [Key: Int] = [
    .up: -1, .character("k"): -1, .down: 1, .character("j"): 1, .pageUp: -8, .pageDown: 8,
  ]

  /// Shows the next step, and applies its overrides; after the last step, shows the result and restores
  /// the original overrides.
  private mutating func show(_ bisection: RunningBisection) -> Request {
    top = 0
    switch bisection.search.step {
    case .run:
      phase = .test(bisection, isStopping: false)
      list = ChoiceList()
      return .run([.bisect(bisection.step)])
    case .finished(let outcome):
      phase = .result(bisection, outcome)
      list = ChoiceList(outcome.keys.map(\.description))
      return .finishBisection(bisection, outcome)
    }
  }
}

extension OverrideBisection.Outcome {
  /// The overrides that the result lists: first those that break the app, then those whose effect is
  /// unknown because of skipped steps.
  var keys: [OverrideKey] {
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
        outcome.keys.count,
        foot: "The original overrides are restored.",
        on: &canvas,
        theme: theme
      ) { line(outcome.keys[$0], bisection, theme, outcome) }
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
    _ key: OverrideKey,
    _ bisection: RunningBisection,
    _ theme: Theme,
    _ outcome: OverrideBisection.Outcome? = nil
  ) -> Line {
    let plain = theme.style(.dialog)
    var isUndecided = false
    if case .culprits(_, let undecided)? = outcome { isUndecided = undecided.contains(key) }
    let widest =
      bisection.originals.keys.map { DisplayText($0.description, limit: 40).width }.max() ?? 0
    return Line([
      Span(isUndecided ? "? " : "◆ ", theme.style([.dialog, .overridden])),
      Span(DisplayText(line: key.text).truncated(to: 40).padded(to: min(widest, 40)), plain),
      Span("  " + (bisection.originals[key]?.text ?? ""), theme.style([.dialog, .muted])),
    ])
  }

  /// Draws a page: a sentence, a list that the user chooses from or scrolls, and a sentence below the
  /// list.
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
