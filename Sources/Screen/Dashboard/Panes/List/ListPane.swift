import FeatureFlags
import Frame
import Text

/// The pane that shows the feature list, with its cursor, marks, filter and search.
struct ListPane: Pane {
  private(set) var filter = FeatureFilter()
  /// The feature that was under the cursor when the filter dialog was last opened.
  private var filterAnchor: Feature.Name?
  var order = FeatureOrder.section
  /// The positions of all features in the current sort order; `nil` for the sort order by section.
  var orderedPositions: [Int]?
  /// The folded sections; a search shows their features too.
  var folded: Set<SectionID> = []
  /// The feature that was under the cursor when its section was folded; `nil` if there is none.
  var foldAnchor: Feature.Name?
  /// The rows that pass the filter and match the search.
  private(set) var rows = Rows()
  /// The index of the row under the cursor: a feature, or the heading of a folded section.
  var cursor = 0
  /// The index of the first row in the viewport.
  var top = 0
  /// The names of the features that the user has marked.
  var marks: Set<Feature.Name> = []
  /// The range of marks that follows the cursor; `nil` if there is none.
  var range: MarkRange?
  /// The active search; `nil` if there is none.
  var search: Search?
  var history = SearchHistory()
  /// The columns that are shown if there is room for them.
  var shownColumns = ListColumn.usual
  /// The feature that was last under the cursor.
  private(set) var lastSelected: Feature.Name?

  var isAboutFeatures: Bool { true }

  /// The feature under the cursor; `nil` if the list is empty.
  func selected(in list: FeatureList?) -> Feature? {
    guard let list, let position = rows.position(at: cursor) else { return nil }
    return list.features[position]
  }

  /// The name of the feature under the cursor; if the list is empty, of the feature that was last under
  /// the cursor.
  func anchor(in list: FeatureList?) -> Feature.Name? {
    selected(in: list)?.name ?? lastSelected
  }

  /// The target features of a change: the marked ones, or the one under the cursor.
  func targets(in list: FeatureList?) -> [Feature] {
    guard let list, !marks.isEmpty else { return selected(in: list).map { [$0] } ?? [] }
    return marks.compactMap(list.position(of:)).sorted().map { list.features[$0] }
  }

  /// Whether Escape cancels the load in the background.
  ///
  /// Escape first ends a search, a range of marks, the marks, and the filter.
  func canCancelLoad(_ content: DashboardData) -> Bool {
    content.loading != nil && range == nil && search == nil && marks.isEmpty && !filter.isActive
  }

  func hints(_ scene: Scene) -> [[Action]] {
    let cancel: [[Action]] = canCancelLoad(scene.content) ? [[.find(.back)]] : []
    return cancel + ownHints(scene)
  }

  /// The footer hints, except the hint for cancelling a load in the background.
  private func ownHints(_ scene: Scene) -> [[Action]] {
    let content = scene.content
    guard let selected = scene.selected else {
      let clear: [[Action]] = filter.isActive ? [[.find(.filter)], [.find(.back)]] : []
      let search: [[Action]] = search == nil ? [] : [[.find(.search)], [.find(.back)]]
      let folds: [[Action]] = isOnFoldedSection ? [[.find(.fold)], [.find(.foldAll)]] : []
      return folds + search + clear + [[.live(.refresh)], [.program(.help)], [.program(.quit)]]
    }
    if !marks.isEmpty { return markHints }
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
      + (selected.isOverridden ? [] : reset) + Self.jsonHints(of: selected)
      + (content.poll == nil ? [[.live(.refresh)]] : [])
      + [[.change(.mark)], [.program(.help)], [.program(.quit)]]
  }

  /// The footer hints for a feature with variables.
  static func editHints(of feature: Feature) -> [[Action]] {
    feature.declaredVariables.isEmpty ? [] : [[.change(.edit)]]
  }

  /// The footer hints for a feature with JSON values.
  static func jsonHints(of feature: Feature) -> [[Action]] {
    feature.hasJSONVariable ? [[.find(.json)]] : []
  }

  /// The footer hints for a feature that a flag service evaluates.
  static func serviceHints(of feature: Feature, _ content: DashboardData) -> [[Action]] {
    guard feature.isEvaluatedByService, content.evaluator?.hasRules == true else { return [] }
    return [[.live(.user)], [.change(.forceRule)]]
  }

  mutating func move(_ move: Action.Move, _ scene: Scene) {
    let step = Scene.step(of: move, height: scene.layout.paneHeight)
    let goal = cursor.saturatingAdd(step)
    if let row = rows.cursorRow(from: goal, goingDown: step > 0) { cursor = row }
  }

  mutating func refresh(
    after change: DashboardData.Change,
    anchor: Feature.Name?,
    _ content: DashboardData
  ) {
    guard let list = content.list else { return }
    dropVanishedMarks(after: change, list)
    switch change {
    case .loaded:
      let offset = cursor - top
      let position = anchor.flatMap(list.position(of:))
      featuresHaveChanged(list, content)
      rebuildRows(of: list, content, keeping: position)
      // If the feature under the cursor is still in the list, it stays in the same row of the
      // screen.
      if position != nil { top = cursor - offset }
    case .changed:
      if filter.isOverriddenOnly {
        rebuildRows(of: list, content, keeping: anchor.flatMap(list.position(of:)))
      } else if !folded.isEmpty {
        // The headings of folded sections count the features that are on, and the overrides.
        arrange(list, content)
      }
    case .orphaned:
      featuresHaveChanged(list, content)
      rebuildRows(of: list, content, keeping: anchor.flatMap(list.position(of:)))
    case .served(let hasNewFeatures):
      if filter.isUnaskedOnly, hasNewFeatures {
        rebuildRows(of: list, content, keeping: anchor.flatMap(list.position(of:)))
      }
    }
  }

  /// Computes the sort order again, and discards the matches, which refer to the former positions of
  /// features.
  private mutating func featuresHaveChanged(_ list: FeatureList, _ content: DashboardData) {
    orderedPositions = order.positions(of: list, content)
    search?.query = FeatureQuery()
    search?.matches = SearchMatches()
  }

  /// Moves the cursor from the heading of an open section to a feature; also called while the screen
  /// is too small for panes.
  mutating func settleCursor() {
    if let row = rows.cursorRow(from: cursor, goingDown: true) { cursor = row }
  }

  mutating func settle(_ scene: Scene) {
    let height = max(scene.layout.paneHeight, 1)
    top = min(top, max(rows.all.count - height, 0))
    if cursor < top { top = cursor }
    if cursor >= top + height { top = cursor - height + 1 }
    // The heading of the section covers the first row of the viewport, unless a heading is there.
    if top == cursor, height > 1, top > 0, rows.hasSections, rows.position(at: top) != nil {
      top -= 1
    }
    top = max(top, 0)
    if let selected = scene.selected { lastSelected = selected.name }
    extendRange(scene.content.list)
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
  mutating func setFilter(_ filter: FeatureFilter, _ content: DashboardData) {
    self.filter = filter
    guard let list = content.list else { return }
    let position = filterAnchor.flatMap(list.position(of:))
    let anchor = position ?? anchor(in: list).flatMap(list.position(of:))
    rebuildRows(of: list, content, keeping: anchor)
  }

  /// Ends the search, and shows the overridden features of all types and sections.
  mutating func showOverridden(_ content: DashboardData) {
    if search != nil { clearSearch(content) }
    openFilter(content.list)
    var overridden = FeatureFilter()
    overridden.isOverriddenOnly = true
    setFilter(overridden, content)
  }

  /// Clears the filter; the cursor stays on the same feature.
  mutating func clearFilter(_ content: DashboardData) {
    let anchor = anchor(in: content.list)
    filter = FeatureFilter()
    guard let list = content.list else { return }
    rebuildRows(of: list, content, keeping: anchor.flatMap(list.position(of:)))
  }

  /// Marks or unmarks the feature under the cursor.
  mutating func toggleMark(_ list: FeatureList?) {
    guard let selected = selected(in: list) else { return }
    range = nil
    if marks.remove(selected.name) == nil { marks.insert(selected.name) }
  }

  /// Moves the cursor to the feature at the given position, and unfolds its section.
  ///
  /// - Returns: `false` if the filter or the search hides the feature.
  mutating func show(position: Int, _ content: DashboardData) -> Bool {
    guard content.list != nil, let row = rows.row(of: position) else { return false }
    cursor = row
    guard isOnFoldedSection else { return true }
    toggleFold(content)
    cursor = rows.row(of: position) ?? cursor
    return true
  }

  /// Rebuilds the rows after a change of the features, of the filter or of the sort order.
  ///
  /// - Parameters:
  ///   - list: All features.
  ///   - content: The content with the features that clients requested.
  ///   - position: The position of the feature that the cursor stays near.
  mutating func rebuildRows(of list: FeatureList, _ content: DashboardData, keeping position: Int?)
  {
    let isPending = search?.due != nil
    if search != nil { runSearch(content, movesCursor: isPending) }
    arrange(list, content)
    if !isPending, let position, let row = rows.row(nearest: position) { cursor = row }
  }

  /// Arranges the rows by the filter, the search, the sort order and the folded sections; the caller
  /// moves the cursor.
  mutating func arrange(_ list: FeatureList, _ content: DashboardData) {
    let isSearching = search?.query.isEmpty == false
    rows = Rows(
      list,
      RowSelection(
        filter: filter,
        requests: content.requests,
        matches: isSearching ? search?.matches.positions : nil,
        favourites: content.favourites,
        folded: isSearching ? [] : folded,
        order: orderedPositions
      )
    )
  }
}

extension ListPane {
  /// Whether the rows have a column with the remaining times of overrides.
  func hasRemaining(_ list: FeatureList?) -> Bool { (list?.expiringCount ?? 0) > 0 }
}

/// The search texts that the user has entered, for recalling them in the search line.
struct SearchHistory: Sendable {
  /// The texts without duplicates, the newest last.
  private var texts: [String] = []
  /// The index of the recalled text; `nil` while none is shown.
  private var index: Int?

  private static let limit = 50

  /// Adds a text as the newest one; ignores an empty text.
  mutating func add(_ text: String) {
    index = nil
    guard !text.isEmpty else { return }
    texts.removeAll { $0 == text }
    texts.append(text)
    if texts.count > Self.limit { texts.removeFirst() }
  }

  /// Ends the recalling of texts, because the user has edited the text or closed the search.
  mutating func leave() { index = nil }

  /// Whether up and down recall texts: the search line is empty or shows a recalled text.
  func isActive(in text: String) -> Bool { text.isEmpty || index.map { texts[$0] } == text }

  /// Moves to an older or a newer text.
  ///
  /// - Returns: The text; an empty one after the newest text; `nil` if there is no older text.
  mutating func recall(older: Bool) -> String? {
    let next = (index ?? texts.count) + (older ? -1 : 1)
    guard next >= 0, index != nil || older else { return nil }
    index = texts.indices.contains(next) ? next : nil
    return index.map { texts[$0] } ?? ""
  }
}

/// The content of one line of the viewport of the list.
enum ListLine: Hashable, Sendable {
  /// An empty line between two sections.
  case gap
  /// The heading of an open section, or of ``Rows/favourites``.
  case heading(section: Int)
  /// The row with the index: a feature, or the heading of a folded section.
  case row(Int)
  /// The description of the feature of the row with the index.
  case description(of: Int)
}

extension ListPane {
  /// The lines of a viewport, from top to bottom; fewer than its height at the end of the list.
  func lines(of list: FeatureList, height: Int, _ spacing: ListSpacing) -> [ListLine] {
    var lines: [ListLine] = []
    var first = top
    if let section = stickySection(list, height: height) {
      lines.append(.heading(section: section))
      first += 1
    }
    for index in min(first, rows.all.count)..<rows.all.count where lines.count < height {
      switch rows.all[index] {
      case .section(let section):
        if spacing.hasGaps, index > 0 { lines.append(.gap) }
        lines.append(.heading(section: section))
      case .folded:
        if spacing.hasGaps, index > 0 { lines.append(.gap) }
        lines.append(.row(index))
      case .feature(let position, _):
        lines.append(.row(index))
        if spacing.hasDescriptions, list.features[position].summary != nil {
          lines.append(.description(of: index))
        }
      }
    }
    return Array(lines.prefix(height))
  }

  /// The line at a row of the screen; `nil` on the border and below the list.
  func line(at row: Int, in area: Area, _ content: DashboardData) -> ListLine? {
    guard let list = content.list else { return nil }
    let inside = area.inset()
    let spacing = ListSpacing(rows, content, height: inside.rows)
    let lines = lines(of: list, height: inside.rows, spacing)
    return lines.indices.contains(row - inside.row) ? lines[row - inside.row] : nil
  }

  /// The section whose heading covers the first row of the viewport; `nil` if the row has a heading.
  private func stickySection(_ list: FeatureList, height: Int) -> Int? {
    guard top > 0, height > 1, rows.position(at: top) != nil else { return nil }
    return rows.section(at: top, in: list)
  }
}

/// The use of spare rows if the whole list fits into its pane.
///
/// Depends on all features and not on the shown rows, so that descriptions do not appear and vanish
/// while a search, a filter or a folded section hides features.
struct ListSpacing {
  /// Whether sections are separated by empty rows.
  let hasGaps: Bool
  /// Whether each feature has a second row with its description.
  let hasDescriptions: Bool

  init(_ rows: Rows, _ content: DashboardData, height: Int) {
    let features = content.list?.features ?? []
    let sections = (content.list?.sections.count ?? 0) + (content.favourites.isEmpty ? 0 : 1)
    let headings = rows.hasSections ? sections : 0
    let count = features.count + headings
    guard count <= height else {
      hasGaps = false
      hasDescriptions = false
      return
    }
    let descriptions = features.count { $0.summary != nil }
    hasDescriptions = count + descriptions <= height
    let gaps = max(headings - 1, 0)
    hasGaps = count + gaps + (hasDescriptions ? descriptions : 0) <= height
  }
}
