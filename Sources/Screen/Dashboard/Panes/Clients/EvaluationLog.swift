import FeatureFlags
import Text
import Workbench

/// The evaluations for clients with a filter, a pause and the cursor.
struct EvaluationLog: Sendable {
  /// The evaluations that pass the filter, oldest first; the screen shows the newest one first.
  private(set) var shown: [ServedEvaluation] = []
  /// The number of evaluations since the pause; 0 while the log is not paused.
  private(set) var newCount = 0
  private(set) var isPaused = false
  /// The cursor and the scroll position; index 0 is the newest evaluation.
  var cursor = ListCursor()

  /// All evaluations of the log, oldest first.
  private var all: [ServedEvaluation] = []
  private var filter = Filter()

  struct Filter: Hashable, Sendable {
    /// The case-folded search words.
    var words: [[UInt8]] = []
    /// Whether only evaluations that an override determined are shown.
    var isOverriddenOnly = false

    var isActive: Bool { !words.isEmpty || isOverriddenOnly }
  }

  /// The number of all evaluations, including filtered ones.
  var count: Int { all.count }

  /// The evaluation at an index of the screen, where 0 is the newest one.
  subscript(index: Int) -> ServedEvaluation { shown[shown.count - 1 - index] }

  /// The evaluation under the cursor; `nil` if the log is empty.
  var selected: ServedEvaluation? {
    shown.indices.contains(cursor.selected) ? self[cursor.selected] : nil
  }

  /// Replaces the evaluations, unless the log is paused.
  ///
  /// Only new evaluations are searched. The cursor stays on its evaluation. At the top, it stays on the
  /// newest evaluation instead, so that each new evaluation is visible.
  mutating func update(_ evaluations: [ServedEvaluation], _ names: [ServedClient.ID: ClientName]) {
    guard !isPaused else {
      newCount = max((evaluations.last?.id ?? 0) - (all.last?.id ?? 0), 0)
      return
    }
    let former = all.last?.id
    all = evaluations
    keepingCursor { log in
      guard log.filter.isActive, let first = evaluations.first, let last = evaluations.last else {
        return log.shown = evaluations
      }
      // If the last number is lower than before, a new server has started to count again.
      guard let former, former <= last.id else {
        return log.shown = evaluations.filter { log.passes($0, names) }
      }
      let old = log.shown.drop { $0.id < first.id }
      let new = evaluations.reversed().prefix { $0.id > former }.reversed()
      log.shown = old + new.filter { log.passes($0, names) }
    }
  }

  /// Applies a filter to all evaluations; the cursor stays on its evaluation.
  mutating func apply(_ filter: Filter, _ names: [ServedClient.ID: ClientName]) {
    guard filter != self.filter else { return }
    self.filter = filter
    keepingCursor { log in
      log.shown = filter.isActive ? log.all.filter { log.passes($0, names) } : log.all
    }
  }

  /// Pauses or resumes the log; resuming shows the evaluations since the pause.
  mutating func togglePause(
    _ evaluations: [ServedEvaluation],
    _ names: [ServedClient.ID: ClientName]
  ) {
    isPaused.toggle()
    newCount = 0
    update(evaluations, names)
  }

  private mutating func keepingCursor(_ change: (inout EvaluationLog) -> Void) {
    let selected = cursor.selected > 0 || cursor.top > 0 ? selected?.id : nil
    change(&self)
    guard let selected else { return }
    let index = shown.firstIndex { $0.id >= selected } ?? shown.count
    cursor.follow(rows: shown.count - 1 - index - cursor.selected)
  }

  /// The maximum number of bytes of each text that are searched.
  private static let searchLimit = 256

  private func passes(
    _ evaluation: ServedEvaluation,
    _ names: [ServedClient.ID: ClientName]
  ) -> Bool {
    if filter.isOverriddenOnly, !evaluation.isOverridden { return false }
    guard !filter.words.isEmpty else { return true }
    let name = names[evaluation.client]
    var bytes: [UInt8] = []
    bytes.reserveCapacity(128)
    for text in [name?.text, name?.address, evaluation.user, evaluation.key, evaluation.result] {
      guard let text else { continue }
      let isLong = text.utf8.count > Self.searchLimit
      FoldedText.append(
        isLong ? String(decoding: text.utf8.prefix(Self.searchLimit), as: UTF8.self) : text,
        to: &bytes
      )
      // Separates two texts with a byte that cannot be typed, so that no match spans both.
      bytes.append(0)
    }
    return FoldedText.contains(filter.words, in: bytes)
  }
}
