import FeatureFlags
import Text

/// The column layout of the feature list.
struct FeatureColumns: Hashable, Sendable {
  /// The offset of the name column in cells.
  let name = 4
  /// The width of the name column in cells.
  private(set) var nameWidth = 0
  /// The width of each ``FeatureColumn`` in cells; 0 for one that is not shown.
  private var widths = FeatureColumn.allCases.map { _ in 0 }
  /// The columns on the screen, from left to right.
  private(set) var shown: [FeatureColumn] = []
  /// The width of the column with the remaining times of overrides, in cells, including the gap
  /// before it; 0 if no override expires at a time, or if there is no room for the column.
  let remainingWidth: Int

  /// The width of the symbols (such as that of an override) after the columns, with the gap before them,
  /// in cells.
  private static let symbolsWidth = 5
  /// The gap before a column, in cells.
  private static let gap = 2

  /// Divides a row into columns.
  ///
  /// - Parameters:
  ///   - width: The width of the row in cells.
  ///   - content: The widths of the longest texts of all features.
  ///   - shown: The columns to show if there is room for them; in a row of medium width, a column of
  ///     fixed width replaces the column of types.
  ///   - hasRemaining: Whether a row also shows the remaining time of its override.
  init(width: Int, content: ListWidths, shown: [FeatureColumn], hasRemaining: Bool = false) {
    remainingWidth = hasRemaining ? 1 + RemainingTime.width : 0
    var room = width - name - remainingWidth - Self.symbolsWidth
    // The icons also show the type, so that the column of types is omitted first.
    var spareMinimum = hasRemaining ? 6 : 0
    for column in shown {
      guard case .fixed(let cells, let minimum) = column.row.width, width >= minimum else {
        continue
      }
      self[column] = cells
      room -= cells + Self.gap
      spareMinimum += 14
    }
    let hasStates = shown.contains { if case .states = $0.row.width { true } else { false } }
    if hasStates { room -= Self.gap }
    func states(in room: Int) -> Int { hasStates ? Self.stateWidth(room: room, content) : 0 }
    for column in shown {
      guard case .spare(let cells, let minimum) = column.row.width else { continue }
      let rest = room - cells - Self.gap
      let isContainer = content.name + states(in: rest) <= rest
      guard width >= minimum + spareMinimum, isContainer else { continue }
      self[column] = cells
      room = rest
    }
    let stateWidth = states(in: room)
    nameWidth = room - stateWidth
    for column in shown {
      switch column.row.width {
      case .states: self[column] = stateWidth
      case .rest(let minimum):
        let spare = nameWidth - content.name - Self.gap
        guard spare >= minimum else { continue }
        self[column] = spare
        nameWidth = content.name
      case .fixed, .spare: break
      }
    }
    self.shown = shown.filter { self[$0] > 0 }
  }

  /// Divides the room for names and states: the longest name has priority, but a long state gets at
  /// least ten cells or a quarter of the room.
  private static func stateWidth(room: Int, _ content: ListWidths) -> Int {
    min(content.state, max(room - content.name, room / 4, min(room / 2, 10)))
  }

  /// The width of a column in cells; 0 for one that is not shown.
  private(set) subscript(column: FeatureColumn) -> Int {
    get { widths[column.rawValue] }
    set { widths[column.rawValue] = newValue }
  }

  /// The offset of a column in cells.
  func offset(of column: FeatureColumn) -> Int {
    shown.prefix { $0 != column }.reduce(name + nameWidth + Self.gap) { $0 + self[$1] + Self.gap }
  }
}
