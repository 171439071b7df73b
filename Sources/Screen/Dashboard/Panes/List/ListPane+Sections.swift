import FeatureFlags

extension ListPane {
  /// The section of the row under the cursor; `nil` in a sort order without sections.
  private func sectionID(_ list: FeatureList) -> SectionID? {
    rows.section(at: cursor, in: list).map { Self.id(ofSection: $0, list) }
  }

  private static func id(ofSection index: Int, _ list: FeatureList) -> SectionID {
    index == Rows.favourites ? .favourites : .titled(list.sections[index].title)
  }

  /// Whether the cursor is on the heading of a folded section.
  var isOnFoldedSection: Bool {
    guard rows.all.indices.contains(cursor), case .folded = rows.all[cursor] else { return false }
    return true
  }

  /// The reason why sections cannot be folded now; `nil` if they can.
  func foldingObstacle(_ keymap: Keymap) -> String? {
    if !rows.hasSections { return Self.noSectionsText(keymap) }
    guard search?.query.isEmpty == false else { return nil }
    return "A search opens all sections: \(keymap.text(of: .find(.back))) ends the search."
  }

  static func noSectionsText(_ keymap: Keymap) -> String {
    "Only the order by section has sections: \(keymap.text(of: .find(.sort))) changes the order."
  }

  /// Folds the section under the cursor, and moves the cursor to its heading; unfolds a folded
  /// section, and moves the cursor to the feature where it was, or to the first one.
  mutating func toggleFold(_ content: DashboardData) {
    guard let list = content.list, let id = sectionID(list) else { return }
    let heading = rows.heading(above: cursor) ?? cursor
    let isFolded = folded.remove(id) == nil
    if isFolded {
      folded.insert(id)
      foldAnchor = selected(in: list)?.name
    }
    arrange(list, content)
    cursor = isFolded ? heading : foldAnchorRow(inSectionAt: heading, list) ?? heading + 1
  }

  /// The row of the feature that was under the cursor before its section was folded; `nil` if the
  /// feature is not in the section with the given heading.
  private func foldAnchorRow(inSectionAt heading: Int, _ list: FeatureList) -> Int? {
    guard let position = foldAnchor.flatMap(list.position(of:)), let row = rows.row(of: position),
      row > heading, row < rows.heading(below: heading) ?? rows.all.count
    else { return nil }
    return row
  }

  /// Folds all sections; unfolds them if all are folded.
  mutating func toggleAllFolds(_ content: DashboardData) {
    guard let list = content.list, let id = sectionID(list) else { return }
    let all = rows.all.indices.compactMap { row -> SectionID? in
      switch rows.all[row] {
      case .section(let section), .folded(let section, _): Self.id(ofSection: section, list)
      case .feature: nil
      }
    }
    folded = folded.isSuperset(of: all) ? [] : folded.union(all)
    let isFolding = !folded.isEmpty
    let anchor = selected(in: list)?.name
    if let anchor { foldAnchor = anchor }
    let position = anchor.flatMap(list.position(of:))
    arrange(list, content)
    if !isFolding, let heading = firstRow(of: id, list) {
      cursor = foldAnchorRow(inSectionAt: heading, list) ?? heading
    } else if let position, let row = rows.row(of: position) {
      cursor = row
    } else {
      cursor = firstRow(of: id, list) ?? cursor
    }
  }

  /// The row of the heading of a section.
  private func firstRow(of id: SectionID, _ list: FeatureList) -> Int? {
    rows.all.indices.first { row in
      switch rows.all[row] {
      case .section(let section), .folded(let section, _): Self.id(ofSection: section, list) == id
      case .feature: false
      }
    }
  }

  /// Moves the cursor to the first row of the next section; backwards, to the first row of the current
  /// section, and from there to that of the previous section.
  mutating func goToSection(isNext: Bool) {
    if isNext {
      guard let heading = rows.heading(below: cursor) else { return }
      cursor = rows.cursorRow(from: heading, goingDown: true) ?? cursor
      return
    }
    guard let heading = rows.heading(above: cursor) else { return }
    let first = rows.cursorRow(from: heading, goingDown: true) ?? cursor
    guard first == cursor, heading > 0, let previous = rows.heading(above: heading - 1) else {
      cursor = first
      return
    }
    cursor = rows.cursorRow(from: previous, goingDown: true) ?? first
  }

  /// Moves the cursor to the first row of the section with the given title.
  ///
  /// - Returns: `false` if the list does not show the section.
  mutating func show(section title: String, _ list: FeatureList) -> Bool {
    guard let heading = firstRow(of: .titled(title), list),
      let row = rows.cursorRow(from: heading, goingDown: true)
    else { return false }
    cursor = row
    return true
  }

  /// Moves the cursor to the first row of the section with the index.
  mutating func goTo(section: Int, _ list: FeatureList) {
    guard let heading = firstRow(of: Self.id(ofSection: section, list), list) else { return }
    cursor = rows.cursorRow(from: heading, goingDown: true) ?? cursor
  }

  /// Unfolds the section of a feature; call ``rebuildRows(of:_:keeping:)`` afterwards.
  mutating func open(sectionOf feature: Feature, _ list: FeatureList) {
    folded.remove(.titled(feature.sectionTitle))
    if !rows.hasSections || rows.section(at: cursor, in: list) == Rows.favourites {
      folded.remove(.favourites)
    }
  }

  /// Applies a sort order; the cursor stays on its feature.
  mutating func setOrder(_ order: FeatureOrder, _ content: DashboardData) {
    let anchor = anchor(in: content.list)
    self.order = order
    guard let list = content.list else { return }
    orderedPositions = order.positions(of: list, content)
    rebuildRows(of: list, content, keeping: anchor.flatMap(list.position(of:)))
  }

  /// Rebuilds the rows after the favourites have changed; the cursor stays on its feature.
  mutating func favouritesHaveChanged(_ content: DashboardData) {
    guard let list = content.list else { return }
    let position = selected(in: list).flatMap { list.position(of: $0.name) }
    let offset = cursor - top
    arrange(list, content)
    guard let position, let row = rows.row(nearest: position) else { return }
    (cursor, top) = (row, row - offset)
  }
}
