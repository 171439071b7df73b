import Documents
import Text

import struct FoundationEssentials.Date

extension Console {
  /// Writes a value as indented JSON.
  func write(json value: JSONValue) {
    write(value.text(isPretty: true) + "\n")
  }

  /// Writes an event as one line of JSON, with its time, its name and the given members.
  func write(event: String, _ members: [(key: String, value: JSONValue)]) {
    let time = JSONValue.string(Date().formatted(.iso8601))
    write(JSONValue.object([("time", time), ("event", .string(event))] + members).text() + "\n")
  }

  /// Prints a table: on a terminal with a header and truncated to its width, otherwise, for scripts, only
  /// the rows.
  func print<Rows: Collection>(
    _ rows: Rows,
    header: [String],
    fixedColumns: Int = 0
  ) where Rows.Element == [String] {
    let header = columns == nil || rows.isEmpty ? [] : header
    Table(header: header, fixedColumns: fixedColumns, rows: rows)
      .write(fitting: columns) { print($0) }
  }
}
