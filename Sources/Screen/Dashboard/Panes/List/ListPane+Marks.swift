import FeatureFlags
import Frame

/// A range of marks that starts at a feature and follows the cursor.
struct MarkRange: Hashable, Sendable {
  /// The feature at which the range starts.
  let anchor: Feature.Name
  /// The marks before the range was started.
  let marks: Set<Feature.Name>
  /// The rows of the range after the last event.
  fileprivate(set) var rows: ClosedRange<Int>?
}

extension ListPane {
  /// Marks the features that the list shows, or the matches of the search if there is one.
  mutating func markMatches(_ list: FeatureList) {
    range = nil
    marks.formUnion(names(in: Array(rows.all.indices), of: list))
  }

  /// Marks the shown features of the section under the cursor.
  mutating func markSection(_ list: FeatureList) {
    guard let title = selected(in: list)?.sectionTitle else { return }
    range = nil
    for position in rows.all.indices.lazy.compactMap(rows.position(at:))
    where list.features[position].sectionTitle == title {
      marks.insert(list.features[position].name)
    }
  }

  /// Marks the shown features that are not marked, and unmarks the others; hidden features stay
  /// as they are.
  mutating func invertMarks(_ list: FeatureList) {
    range = nil
    marks.formSymmetricDifference(names(in: Array(rows.all.indices), of: list))
  }

  /// Starts a range of marks at the cursor, or ends the current one, whose features stay marked.
  mutating func toggleRange(_ list: FeatureList) {
    if range != nil {
      range = nil
    } else if let selected = selected(in: list) {
      range = MarkRange(anchor: selected.name, marks: marks)
      extendRange(list)
    }
  }

  mutating func clearMarks() {
    range = nil
    marks = []
  }

  /// Extends the range of marks to the row under the cursor.
  mutating func extendRange(_ list: FeatureList?) {
    guard let list, let range else { return }
    // A filter or a refresh can hide the start of the range. The range then ends, and its features stay
    // marked.
    guard let start = list.position(of: range.anchor).flatMap(rows.row(of:)) else {
      return self.range = nil
    }
    let covered = min(start, cursor)...max(start, cursor)
    guard covered != range.rows else { return }
    self.range?.rows = covered
    marks = range.marks.union(names(in: Array(covered), of: list))
  }

  /// Removes the marks of features that the list no longer has.
  mutating func dropVanishedMarks(after change: DashboardData.Change, _ list: FeatureList) {
    switch change {
    case .loaded, .orphaned:
      // The rows have changed, so that the same range of rows can contain other features.
      range?.rows = nil
      if !marks.isEmpty { marks = marks.filter { list.position(of: $0) != nil } }
    case .changed, .served: break
    }
  }

  /// Whether the filter or the search hides the feature.
  func hides(_ name: Feature.Name, of list: FeatureList?) -> Bool {
    guard let position = list?.position(of: name) else { return false }
    return rows.row(of: position) == nil
  }

  /// The names of the features in the given rows.
  private func names(in indices: [Int], of list: FeatureList) -> [Feature.Name] {
    indices.compactMap(rows.position(at:)).map { list.features[$0].name }
  }
}

// MARK: Drawing

extension ListPane {
  /// The number of marks, and whether a range of marks follows the cursor, for the title.
  func markSpans(_ theme: Theme) -> [Span] {
    guard !marks.isEmpty else { return [] }
    let text = "✓ \(marks.count) marked" + (range == nil ? "" : ", range")
    return [Span("  ", theme.style(.muted)), Span(text, theme.style(.marked))]
  }

  var markHints: [[Action]] {
    let range: [[Action]] = [[.change(.markRange)]]
    return (self.range == nil ? [] : range)
      + [[.change(.act)], [.change(.previous), .change(.next)], [.change(.reset)]]
      + [[.change(.clearMarks)]] + (self.range == nil ? range : [])
      + [[.change(.markMatches)], [.change(.markSection)], [.change(.invertMarks)]]
      + [[.program(.help)], [.program(.quit)]]
  }

  func hint(for action: Action, _ scene: Scene) -> String? {
    if action == .change(.markRange), range != nil { return "end range" }
    if action == .find(.back), canCancelLoad(scene.content) { return "cancel loading" }
    if action == .find(.fold), isOnFoldedSection { return "unfold" }
    return action == .change(.act) && marks.count > 1 ? "set all" : nil
  }
}
