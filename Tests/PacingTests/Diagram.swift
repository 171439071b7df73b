/// A marble diagram with one column for each second: in `a-b|`, a is at 0, b at 2, the end at 3.
struct Diagram {
  let columns: [Character]

  init(_ text: String) {
    columns = Array(text)
  }

  /// The event in a column; `nil` for no event or the end.
  func event(at column: Int) -> Character? {
    guard columns.indices.contains(column), columns[column].isLetter else { return nil }
    return columns[column]
  }

  /// The column of the end mark; `nil` for a diagram without an end.
  var end: Int? { columns.firstIndex(of: "|") }

  /// Whether an event that is emitted after a column was received before its end.
  static func isPending(after column: Int, in input: Diagram, out output: Diagram) -> Bool {
    output.columns.dropFirst(column + 1).contains { event in
      event.isLetter && input.columns.prefix(column + 1).contains(event)
    }
  }
}
