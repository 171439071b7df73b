import Frame

/// A part of the header: its text, and the target of a click on it.
struct HeaderPart {
  let spans: [Span]
  /// The target of a click; `nil` for a part without a pane, and for the gap between two parts.
  let target: Target?

  /// The effect of a click on a part.
  enum Target: Hashable {
    /// Opens the pane.
    case pane(PaneID)
    /// Lists only the overridden features.
    case overriddenFeatures
    /// Lists the members of the team.
    case members
  }

  init(_ spans: [Span], target: Target?) {
    self.spans = spans
    self.target = target
  }

  /// Creates a part that opens a pane.
  init(_ spans: [Span], opens pane: PaneID) {
    self.init(spans, target: .pane(pane))
  }

  var width: Int { spans.reduce(0) { $0 + $1.text.width } }
}

extension [HeaderPart] {
  var line: Line { Line(flatMap(\.spans)) }

  /// The width of all parts in cells.
  var width: Int { reduce(0) { $0 + $1.width } }

  /// Inserts a gap, which has no target, between the parts.
  func joined(by gap: Span) -> [HeaderPart] {
    Array(map { [$0] }.joined(separator: [HeaderPart([gap], target: nil)]))
  }

  /// The target of the part at a column, where the parts are drawn from the left edge of an area.
  fileprivate func target(at column: Int, in area: Area) -> HeaderPart.Target? {
    guard column >= area.column, column < area.endColumn else { return nil }
    var end = area.column
    let part = first { part in
      end += part.width
      return column < end
    }
    return part?.target
  }
}

extension Header {
  /// The areas in which the parts at the left and at the right edge are drawn.
  func areas(in area: Area) -> (left: Area, right: Area) {
    let end = area.endColumn - (right.width > 0 ? right.width + 1 : 0)
    let left = Area(
      column: area.column + Self.indent,
      row: area.row,
      columns: end - area.column - Self.indent - 1,
      rows: 1
    )
    let right = Area(column: end, row: area.row, columns: area.endColumn - end, rows: 1)
    return (left, right)
  }

  /// The target of a click on a column of the header.
  func target(at column: Int, in area: Area) -> HeaderPart.Target? {
    let areas = areas(in: area)
    return left.target(at: column, in: areas.left) ?? right.target(at: column, in: areas.right)
  }
}
