import Documents
import Frame
import Text

extension JSONValue {
  /// The value on one line: a scalar as JSON, an object or a list as the number of its members or elements.
  ///
  /// Of a string that is wider than the given number of columns, only its start is processed.
  func summary(columns: Int) -> DisplayText {
    switch self {
    case .null, .bool, .integer, .number: DisplayText(text(), truncatedTo: columns)
    case .string(let text): Self.summary(of: text, columns: columns)
    case .list(let values):
      DisplayText(values.isEmpty ? "[]" : "[\(Number.count(values.count, "element"))]")
        .truncated(to: columns)
    case .object(let members):
      DisplayText(members.isEmpty ? "{}" : "{\(Number.count(members.count, "member"))}")
        .truncated(to: columns)
    }
  }

  private static func summary(of text: String, columns: Int) -> DisplayText {
    let start = text.unicodeScalars.prefix(max(columns, 1))
    guard start.endIndex < text.unicodeScalars.endIndex else {
      return DisplayText(JSONValue.string(text).text(), truncatedTo: columns)
    }
    let quoted = JSONValue.string(String(start)).text().dropLast()
    return DisplayText(quoted + "…", truncatedTo: columns)
  }

  /// Whether the value is a scalar: neither an object nor a list.
  var isScalar: Bool {
    switch self {
    case .null, .bool, .integer, .number, .string: true
    case .list, .object: false
    }
  }
}

extension JSONOutline {
  /// The line of a row: the symbol of the fold, the key or index, and the scalar or the number of members.
  ///
  /// An unfolded object or list has no number, because its members are visible, and because plain mode,
  /// which has no symbols, shows the fold by the number. The root has the given name, which is that of the
  /// variable. The case-folded words of a search are highlighted.
  func line(_ row: Int, name: String, words: [[UInt8]], columns: Int, theme: Theme) -> Line {
    let (index, plain) = (rows[row], theme.style(.dialog))
    let (node, muted) = (nodes[index], theme.style([.dialog, .muted]))
    let found = theme.style([.dialog, .match])
    let indent = String(repeating: " ", count: min(2 * node.depth, columns / 2))
    let symbol = hasContent(index) ? isUnfolded(index) ? "▾ " : "▸ " : "  "
    let room = max(columns - indent.count - symbol.count, 4)
    let label = DisplayText(node.step?.label ?? name, truncatedTo: room / 2)
    var spans = [Span(indent + symbol, muted)]
    if case .index = node.step {
      spans.append(Span(label, muted))
    } else {
      spans += Span.highlighting(words, in: label, theme.style([.dialog, .title]), found)
    }
    spans.append(Span(" ", plain))
    let value = node.value.summary(columns: max(room - label.width - 1, 2))
    if node.value.isScalar {
      let style = theme.style([.dialog, .variation])
      spans += Span.highlighting(words, in: value, style, found)
    } else if !isUnfolded(index) {
      spans.append(Span(value, muted))
    }
    return Line(spans)
  }
}

extension JSONDifference.Change {
  /// The symbol of the change, which `±` marks as changed.
  private var symbol: String {
    switch kind {
    case .added: "+"
    case .removed: "-"
    case .changed: "±"
    }
  }

  /// The old and the new value; `nil` for a value that does not exist.
  var values: (old: JSONValue?, new: JSONValue?) {
    switch kind {
    case .added(let value): (nil, value)
    case .removed(let value): (value, nil)
    case .changed(let old, let new): (old, new)
    }
  }

  /// The line of the change: its symbol, its path, and the old and the new value.
  func line(columns: Int, theme: Theme) -> Line {
    let muted = theme.style([.dialog, .muted])
    let role: Role =
      switch kind {
      case .added: .success
      case .removed: .failure
      case .changed: .warning
      }
    let (old, new) = values
    let path = DisplayText(path.pathText, fittedTo: max(columns / 2, 4))
    let room = max(columns - path.width - 4, 8)
    let oldText = old?.summary(columns: new == nil ? room : (room - 3) / 2)
    let newText = new?.summary(columns: old == nil ? room : (room - 3) / 2)
    var spans = [
      Span(symbol + " ", theme.style([.dialog, role])), Span(path, theme.style([.dialog, .title])),
      Span("  ", muted),
    ]
    if let oldText { spans.append(Span(oldText, muted)) }
    if oldText != nil, newText != nil { spans.append(Span(" → ", muted)) }
    if let newText { spans.append(Span(newText, theme.style([.dialog, .variation]))) }
    return Line(spans)
  }
}
