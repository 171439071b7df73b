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
  /// pane, and a narrow one has only the focused pane.
  ///
  /// - Parameters:
  ///   - layout: The areas of the screen.
  ///   - focus: The pane that receives the keys.
  ///   - side: The pane that the user last opened beside the list.
  ///   - hasChanges: Whether the source has changes that the user has not dismissed, which the third
  ///     pane then shows; otherwise, it shows the activity log.
  init(_ layout: Layout, focus: PaneID, side: PaneID, hasChanges: Bool) {
    let list = Place(pane: .list, area: layout.list)
    if let third = layout.third {
      let other = side == .details ? (hasChanges ? .changes : .activity) : side
      places = [
        list, Place(pane: .details, area: layout.details), Place(pane: other, area: third),
      ]
    } else if layout.isWide {
      places = [list, Place(pane: side, area: layout.details)]
    } else {
      places = [Place(pane: focus, area: layout.list)]
    }
  }

  /// Whether the pane is on the screen.
  func contains(_ pane: PaneID) -> Bool { places.contains { $0.pane == pane } }

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
