import Frame

/// The panes on the screen with their areas, from left to right.
struct PaneArrangement: Hashable, Sendable {
  struct Place: Hashable, Sendable {
    let pane: PaneID
    let area: Area
  }

  let places: [Place]

  /// Arranges the panes.
  ///
  /// A large screen has the list, the details and a third pane; a wide one has the list and one other
  /// pane, and a narrow one has only the focused pane. A pane that the user has opened beside the list has
  /// half of the screen, unless it is the details.
  ///
  /// - Parameters:
  ///   - layout: The areas of the screen.
  ///   - focus: The pane that receives the keys.
  ///   - side: The pane that the user last opened beside the list.
  ///   - hasChanges: Whether the source has changes that the user has not dismissed, which the third
  ///     pane then shows; otherwise, it shows the activity log.
  init(_ layout: Layout, focus: PaneID, side: PaneID, hasChanges: Bool) {
    let columns = layout.panes.columns
    guard layout.isWide else {
      places = [Place(pane: focus, area: layout.panes)]
      return
    }
    guard side == .details else {
      let rest = columns - columns / 2
      let list = layout.isLarge ? rest * 11 / 20 : rest
      let panes = layout.isLarge ? [PaneID.details, side] : [side]
      places = Self.places([.list] + panes, widths: [list, rest - list], in: layout.panes)
      return
    }
    let (share, minimum) = layout.isLarge ? (45, 64) : (54, 60)
    let third: PaneID = hasChanges ? .changes : .activity
    let panes = layout.isLarge ? [PaneID.details, third] : [PaneID.details]
    let width = (columns - min(max(columns * share / 100, minimum), 110)) / panes.count
    let list = columns - panes.count * width
    places = Self.places([.list] + panes, widths: [list, width], in: layout.panes)
  }

  /// Places panes side by side; the last one has the columns that the widths leave.
  private static func places(_ panes: [PaneID], widths: [Int], in area: Area) -> [Place] {
    var column = area.column
    return panes.enumerated().map { index, pane in
      let isLast = index == panes.count - 1
      let columns = isLast ? area.endColumn - column : widths[index]
      defer { column += columns }
      return Place(
        pane: pane,
        area: Area(column: column, row: area.row, columns: columns, rows: area.rows)
      )
    }
  }

  /// Whether the pane is on the screen.
  func contains(_ pane: PaneID) -> Bool { places.contains { $0.pane == pane } }

  /// The area of a pane; `nil` if it is not on the screen.
  func area(of pane: PaneID) -> Area? { places.first { $0.pane == pane }?.area }

  /// The pane at a position of the screen; `nil` in the header and the footer.
  func place(at position: Position) -> Place? { places.first { $0.area.contains(position) } }

  /// The pane to the right of the given one, or the first one after the last one.
  func pane(after pane: PaneID) -> PaneID? {
    let index = places.firstIndex { $0.pane == pane }
    return index.map { places[($0 + 1) % places.count].pane }
  }
}

extension Area {
  func contains(_ position: Position) -> Bool {
    (row..<endRow).contains(position.row) && (column..<endColumn).contains(position.column)
  }
}
