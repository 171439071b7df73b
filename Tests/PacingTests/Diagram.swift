/// A marble diagram with one column per second: `a-b|` has the events a at 0 s and b at 2 s, and
/// ends at 3 s.
struct Diagram {
  let columns: [Character]

  init(_ text: String) {
    columns = Array(text)
  }

  /// The event in the given column; `nil` for no event or the end mark.
  func event(at column: Int) -> Character? {
    guard columns.indices.contains(column), columns[column].isLetter else { return nil }
    return columns[column]
  }

  /// The column of the end mark; `nil` for a diagram without an end.
  var end: Int? { columns.firstIndex(of: "|") }

  /// Whether an input event before or at the given column is emitted later than that column.
  static func isPending(after column: Int, in input: Diagram, out output: Diagram) -> Bool {
    output.columns.dropFirst(column + 1).contains { event in
      event.isLetter && input.columns.prefix(column + 1).contains(event)
    }
  }
}
