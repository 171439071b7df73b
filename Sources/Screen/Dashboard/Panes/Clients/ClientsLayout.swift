import Frame

/// A part of the clients pane, which can have the focus.
enum ClientsPart: Hashable, Sendable {
  /// The server and the table of its clients.
  case clients
  /// The evaluations for clients, or the keys that clients have requested.
  case evaluations
}

/// Divides the clients pane into the boxes of its parts.
///
/// A pane with few rows shows only the part that has the focus.
struct ClientsLayout: Hashable, Sendable {
  /// The box of the server and its clients; `nil` if there is no room for it.
  let clients: Area?
  /// The box of the evaluations; `nil` if there is no room for it.
  let evaluations: Area?

  /// The minimum height of the pane for both parts, in rows.
  private static let minimumRows = 14
  /// The minimum height of the upper box, which shows explanations while there are no clients.
  private static let minimumClientRows = 7
  /// The minimum width of a box in which the server has one row.
  private static let wideColumns = 70

  /// The number of rows above the clients: the server and the heading of the table.
  static func headRows(columns: Int) -> Int { columns >= wideColumns ? 2 : 3 }

  /// Divides the area of the pane.
  ///
  /// - Parameters:
  ///   - area: The area of the pane, including its border.
  ///   - clientCount: The number of clients; the upper box grows with the clients up to a part of the
  ///     pane.
  ///   - part: The part that has the focus.
  init(_ area: Area, clientCount: Int, part: ClientsPart) {
    guard area.rows >= Self.minimumRows else {
      clients = part == .clients ? area : nil
      evaluations = part == .evaluations ? area : nil
      return
    }
    let wanted = clientCount + Self.headRows(columns: area.columns) + Self.footRows + 2
    let rows = min(max(wanted, Self.minimumClientRows), area.rows * 9 / 20)
    clients = Area(column: area.column, row: area.row, columns: area.columns, rows: rows)
    evaluations = Area(
      column: area.column,
      row: area.row + rows,
      columns: area.columns,
      rows: area.rows - rows
    )
  }

  /// The number of rows below a list, which show the full texts of the row under the cursor.
  private static let footRows = 1
  /// The minimum number of rows inside a box that has a row below its list.
  private static let minimumFootedRows = 5

  /// Divides the inside of a box into its head, its list and the row below the list.
  ///
  /// - Parameters:
  ///   - box: The area of the box, including its border.
  ///   - head: The number of rows above the list.
  /// - Returns: The areas; the last one is `nil` if there is no room for it.
  static func parts(of box: Area, head: Int) -> (head: Area, list: Area, foot: Area?) {
    let inside = box.inset(columns: 1)
    let headRows = min(head, max(inside.rows - 1, 0))
    let hasFoot = inside.rows >= minimumFootedRows
    let listRows = max(inside.rows - headRows - (hasFoot ? footRows : 0), 0)
    func rows(_ offset: Int, _ count: Int) -> Area {
      Area(column: inside.column, row: inside.row + offset, columns: inside.columns, rows: count)
    }
    return (
      rows(0, headRows), rows(headRows, listRows),
      hasFoot ? rows(inside.rows - footRows, footRows) : nil
    )
  }
}
