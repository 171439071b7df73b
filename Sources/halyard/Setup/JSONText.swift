import Documents

/// The text of a JSON5 document in which single values are replaced; comments, other values and the
/// layout stay.
struct JSONText {
  /// The text as UTF-8, which is a valid JSON5 document.
  private(set) var bytes: [UInt8]

  /// One step to a value inside the document.
  enum Step: Hashable, Sendable {
    case key(String)
    case index(Int)
  }

  /// Creates the text of a document that was parsed without an error.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Replaces a value, or adds it to its object or list; does nothing if its parent does not exist.
  mutating func set(_ value: JSONValue, at path: [Step]) {
    guard let last = path.last, let parent = span(at: path.dropLast()) else { return }
    if let child = parent.children.last(where: { $0.step == last }) {
      bytes.replaceSubrange(child.value.range, with: text(value, at: child.value.range.lowerBound))
    } else {
      insert(value, as: last, in: parent)
    }
  }

  /// Removes a member of an object; does nothing if it does not exist.
  mutating func remove(at path: [Step]) {
    guard let last = path.last, let parent = span(at: path.dropLast()) else { return }
    let children = parent.children
    guard let index = children.lastIndex(where: { $0.step == last }) else { return }
    let range: Range<Int> =
      if index + 1 < children.count {
        children[index].start..<children[index + 1].start
      } else if index > 0 {
        children[index - 1].value.range.upperBound..<children[index].value.range.upperBound
      } else {
        parent.range.lowerBound + 1..<parent.range.upperBound - 1
      }
    bytes.removeSubrange(range)
  }

  private func span(at path: some Sequence<Step>) -> JSONSpan? {
    var scanner = JSONScanner(bytes)
    var span = scanner.value()
    for step in path {
      span = span?.children.last { $0.step == step }?.value
    }
    return span
  }

  private mutating func insert(_ value: JSONValue, as step: Step, in parent: JSONSpan) {
    let key =
      switch step {
      case .key(let key): JSONValue.string(key).text() + ": "
      case .index: ""
      }
    guard let last = parent.children.last else {
      let start = parent.range.lowerBound + 1
      let isBlank = bytes[start] == UInt8(ascii: "}") || bytes[start] == UInt8(ascii: "]")
      let member = " " + key + String(decoding: text(value, at: start), as: UTF8.self)
      return bytes.insert(contentsOf: (member + (isBlank ? " " : "")).utf8, at: start)
    }
    let end = last.value.range.upperBound
    var scanner = JSONScanner(bytes, at: end)
    let hasComma = scanner.skipComma()
    // A comment at the end of the line belongs to the former member, and ends only with the line.
    let needsLine = scanner.skipCommentOfLine()
    let gap = lineStart(before: last.start).map { "\n" + $0 } ?? (needsLine ? "\n" : " ")
    let member = gap + key + String(decoding: text(value, at: last.start), as: UTF8.self)
    bytes.insert(contentsOf: member.utf8, at: scanner.index)
    if !hasComma { bytes.insert(UInt8(ascii: ","), at: end) }
  }

  /// The value as JSON, indented like the line of the given position.
  private func text(_ value: JSONValue, at position: Int) -> [UInt8] {
    let line = bytes[..<position].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let indent = bytes[line...].prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    let lines = value.text(isPretty: true).split(separator: "\n", omittingEmptySubsequences: false)
    return Array(
      lines.joined(separator: "\n" + String(decoding: indent, as: UTF8.self)).utf8
    )
  }

  /// The white space between the start of the line and a position; `nil` if there is other text.
  private func lineStart(before position: Int) -> String? {
    let space = bytes[..<position].reversed().prefix {
      $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t")
    }
    let start = position - space.count
    guard start > 0, bytes[start - 1] == UInt8(ascii: "\n") else { return nil }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }
}
