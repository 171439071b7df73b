import FeatureFlags
import Frame
import Workbench

/// The dialog that finds the overrides that break an app: it applies a part of the overrides, and the
/// user tests the app and presses a key for the result.
///
/// Not a ``Menu``, because the overrides of a step are read and not chosen.
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
    let originals: [Feature.Name: Override]
  }

  /// The current page of the dialog.
  enum Phase: Sendable {
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
      return choose(key, height: ListCursor.height(count: scopes.count, screen: screen)) {
        dialog,
        row in
        dialog.show(RunningBisection(dialog.scopes[row].originals))
      }
    case .test(let bisection, isStopping: true): return confirmStop(key, bisection)
    case .test(let bisection, isStopping: false): return judge(key, bisection, screen: screen)
    case .result(_, let outcome):
      let names = outcome.names
      let height = ListCursor.height(count: names.count, screen: Self.inner(screen))
      return choose(key, height: height) { _, row in .showFeature(names[row]) }
    }
  }

  /// Applies a key press to the list.
  private mutating func choose(
    _ key: Key,
    height: Int,
    _ choose: (inout BisectDialog, Int) -> Request
  ) -> Request {
    if !list.isEmpty, list.type(key) { return .stay }
    switch isTyping && key == .enter ? .choose : MenuKey.choices(opener: "b")[key] {
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

  private mutating func confirmStop(_ key: Key, _ bisection: RunningBisection) -> Request {
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

  /// The keys that confirm or cancel that the bisection stops.
  private static let confirmations: [Key: Bool] = [
    .character("y"): true, .character("Y"): true, .character("n"): false,
    .character("N"): false, .escape: false,
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
      list = ChoiceList(outcome.names.map(\.rawValue))
      return .run([.endBisection(bisection.step)])
    }
  }
}

extension OverrideBisection.Outcome {
  /// The features that the result lists: first those whose overrides break the app, then those for
  /// which skipped steps left this open.
  var names: [Feature.Name] {
    switch self {
    case .culprits(let found, let undecided): found + undecided
    case .notReproduced, .independent: []
    }
  }
}

// MARK: Drawing
