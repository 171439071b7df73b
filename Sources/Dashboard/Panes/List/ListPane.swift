import FeatureFlags
import Frame
import Serving

/// The pane that shows the feature list, with its cursor, marks, filter and search.
struct ListPane: Pane {
  /// The filter that the user has set.
  private(set) var filter = FeatureFilter()
  /// The feature that was under the cursor when the filter dialog was last opened.
  private var filterAnchor: Feature.Name?
  /// The rows that pass the filter.
  private(set) var rows = Rows()
  /// The index of the row under the cursor; the row has a feature unless the list is empty.
  var cursor = 0
  /// The index of the first row in the viewport.
  var top = 0
  /// The names of the features that the user has marked.
  var marks: Set<Feature.Name> = []
  /// The active search; `nil` if there is none.
  var search: Search?
  /// Whether the column with the requests of clients is shown, if there is room for it.
  var isAskedColumnShown = true
  /// The feature that was last under the cursor.
  private(set) var lastSelected: Feature.Name?

  var isAboutFeatures: Bool { true }

  /// The feature under the cursor; `nil` if the list is empty.
  func selected(in list: FeatureList?) -> Feature? {
    guard let list, let position = rows.position(at: cursor) else { return nil }
    return list.features[position]
  }

  /// The name of the feature under the cursor, or of the last one if the list is empty.
  func anchor(in list: FeatureList?) -> Feature.Name? {
    selected(in: list)?.name ?? lastSelected
  }

  /// The target features of a change: the marked ones, or the one under the cursor.
  func targets(in list: FeatureList?) -> [Feature] {
    guard let list, !marks.isEmpty else { return selected(in: list).map { [$0] } ?? [] }
    return marks.compactMap(list.position(of:)).sorted().map { list.features[$0] }
  }

  func hints(_ scene: Scene) -> [[Action]] {
    let content = scene.content
    guard let selected = scene.selected else {
      let clear: [[Action]] = filter.isActive ? [[.find(.filter)], [.find(.back)]] : []
      return clear + [[.live(.refresh)], [.program(.help)], [.program(.quit)]]
    }
    guard search == nil else {
      return [
        [.find(.nextMatch), .find(.previousMatch)], [.change(.act)],
        [.change(.previous), .change(.next)], [.find(.details)], [.find(.back)], [.program(.help)],
      ]
    }
    // For an overridden feature, the reset hint comes before most others, so that a narrow footer
    // shows it.
    let reset: [[Action]] = [[.change(.reset)]]
    let live: [[Action]] = [[.live(.refresh)], [.find(.connectivity)], [.find(.activity)]]
    return [[.change(.act)], [.change(.previous), .change(.next)]]
      + (selected.isOverridden ? reset : [])
      + Self.editHints(of: selected) + Self.serviceHints(of: selected, content)
      + [[.find(.details)], [.find(.search)], [.find(.filter)]]
      + (content.poll == nil ? [] : live) + [[.change(.pick)]]
      + (selected.isOverridden ? [] : reset)
      + (content.poll == nil ? [[.live(.refresh)]] : [])
      + [[.change(.mark)], [.program(.help)], [.program(.quit)]]
  }

  /// The footer hints for a feature with variables.
  static func editHints(of feature: Feature) -> [[Action]] {
    feature.declaredVariables.isEmpty ? [] : [[.change(.edit)]]
  }

  /// The footer hints for a feature that a flag service evaluates.
  static func serviceHints(of feature: Feature, _ content: Content) -> [[Action]] {
    guard feature.isEvaluatedByService, content.evaluator?.hasRules == true else { return [] }
    return [[.live(.user)], [.change(.forceRule)]]
  }

  mutating func move(_ move: Action.Move, _ scene: Scene) {
    let step = Scene.step(of: move, height: scene.layout.listHeight)
    let goal = cursor.saturatingAdd(step)
    if let row = rows.featureRow(from: goal, goingDown: step > 0) { cursor = row }
  }

  mutating func refresh(
    after change: ContentChange,
    anchor: Feature.Name?,
    _ content: Content
  ) {
    guard let list = content.list else { return }
    switch change {
    case .loaded:
      let offset = cursor - top
      let position = anchor.flatMap(list.position(of:))
      rebuildRows(of: list, content, keeping: position)
      // If the feature under the cursor is still in the list, it stays in the same row of the
      // screen.
      if position != nil { top = cursor - offset }
    case .changed:
      if filter.isOverriddenOnly {
        rebuildRows(of: list, content, keeping: anchor.flatMap(list.position(of:)))
      }
    case .orphaned: rebuildRows(of: list, content, keeping: anchor.flatMap(list.position(of:)))
    case .served(let hasNewFeatures):
      if filter.isUnaskedOnly, hasNewFeatures {
        rebuildRows(of: list, content, keeping: anchor.flatMap(list.position(of:)))
      }
    }
  }

  /// Moves the cursor from a heading to a feature; also called while the screen is too small for
  /// panes.
  mutating func settleCursor() {
    if let row = rows.featureRow(from: cursor, goingDown: true) { cursor = row }
  }

  mutating func settle(_ scene: Scene) {
    let height = max(scene.layout.listHeight, 1)
    top = min(top, max(rows.all.count - height, 0))
    if cursor < top { top = cursor }
    if cursor >= top + height { top = cursor - height + 1 }
    // Scrolls the heading of a section into view together with its first feature.
    if top == cursor, height > 1, top > 0, rows.position(at: top - 1) == nil { top -= 1 }
    top = max(top, 0)
    if let selected = scene.selected { lastSelected = selected.name }
  }
}

// MARK: Filter and marks

extension ListPane {
  /// Remembers the feature under the cursor; the cursor returns to it once the filter shows it
  /// again.
  mutating func openFilter(_ list: FeatureList?) {
    filterAnchor = selected(in: list)?.name
  }

  /// Applies the filter that the user selected in the filter dialog.
  mutating func setFilter(_ filter: FeatureFilter, _ content: Content) {
    self.filter = filter
    guard let list = content.list else { return }
    let position = filterAnchor.flatMap(list.position(of:))
    let anchor = position ?? anchor(in: list).flatMap(list.position(of:))
    rebuildRows(of: list, content, keeping: anchor)
  }

  /// Clears the filter; the cursor stays on the same feature.
  mutating func clearFilter(_ content: Content) {
    let anchor = anchor(in: content.list)
    filter = FeatureFilter()
    guard let list = content.list else { return }
    rebuildRows(of: list, content, keeping: anchor.flatMap(list.position(of:)))
  }

  /// Marks or unmarks the feature under the cursor.
  mutating func toggleMark(_ list: FeatureList?) {
    guard let selected = selected(in: list) else { return }
    if marks.remove(selected.name) == nil { marks.insert(selected.name) }
  }

  /// Moves the cursor to the feature at the given position.
  ///
  /// - Returns: `false` if the filter hides the feature.
  mutating func show(position: Int) -> Bool {
    guard let row = rows.row(of: position) else { return false }
    cursor = row
    return true
  }

  /// Rebuilds the rows after a change of the features or of the filter.
  ///
  /// - Parameters:
  ///   - list: All features.
  ///   - content: The content with the features that clients requested.
  ///   - position: The position of the feature that the cursor stays near.
  private mutating func rebuildRows(
    of list: FeatureList,
    _ content: Content,
    keeping position: Int?
  ) {
    rows = Rows(list, filter: filter, uses: content.serving?.uses)
    if let position, let row = rows.row(nearest: position) { cursor = row }
    if !marks.isEmpty {
      marks = marks.filter { name in
        list.position(of: name).map { rows.row(of: $0) != nil } ?? false
      }
    }
    if let search { searchAgain(list, from: search.due == nil ? .nowhere : .origin) }
  }
}
