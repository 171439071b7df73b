import Documents

extension JSONText {
  /// One step to a value inside the document.
  enum Step: Hashable, Sendable {
    case key(String)
    case index(Int)
  }

  /// A member of an object, or an element of a list.
  private struct Child {
    let step: Step
    /// The position of the key, or of the element.
    let start: Int
    let value: Range<Int>
  }

  /// Replaces a value, or adds it to its object or list; does nothing if its parent does not exist.
  mutating func set(_ value: JSONValue, at path: [Step]) {
    guard let last = path.last, let parent = range(at: path.dropLast()) else { return }
    let children = children(of: parent)
    if let child = children.last(where: { $0.step == last }) {
      bytes.replaceSubrange(child.value, with: text(value, at: child.value.lowerBound))
    } else {
      insert(value, as: last, after: children.last, in: parent)
    }
  }

  /// Removes a member of an object; does nothing if it does not exist.
  mutating func remove(at path: [Step]) {
    guard let last = path.last, let parent = range(at: path.dropLast()) else { return }
    let children = children(of: parent)
    guard let index = children.lastIndex(where: { $0.step == last }) else { return }
    let range: Range<Int> =
      if index + 1 < children.count {
        children[index].start..<children[index + 1].start
      } else if index > 0 {
        children[index - 1].value.upperBound..<children[index].value.upperBound
      } else {
        parent.lowerBound + 1..<parent.upperBound - 1
      }
    bytes.removeSubrange(range)
  }

  private func children(of range: Range<Int>) -> [Child] {
    members(of: range).map { Child(step: .key($0.key), start: $0.start, value: $0.value) }
      + elements(of: range).enumerated().map { index, range in
        Child(step: .index(index), start: range.lowerBound, value: range)
      }
  }

  private func range(at path: some Sequence<Step>) -> Range<Int>? {
    var range: Range<Int>? = root
    for step in path {
      range = range.flatMap { children(of: $0).last { $0.step == step }?.value }
    }
    return range
  }

  private mutating func insert(
    _ value: JSONValue,
    as step: Step,
    after last: Child?,
    in parent: Range<Int>
  ) {
    let key =
      switch step {
      case .key(let key): JSONValue.string(key).text() + ": "
      case .index: ""
      }
    guard let last else {
      let start = parent.lowerBound + 1
      let isBlank = bytes[start] == UInt8(ascii: "}") || bytes[start] == UInt8(ascii: "]")
      let member = " " + key + String(decoding: text(value, at: start), as: UTF8.self)
      return bytes.insert(contentsOf: (member + (isBlank ? " " : "")).utf8, at: start)
    }
    let end = last.value.upperBound
    let comma = afterSpace(end)
    let hasComma = bytes[comma] == UInt8(ascii: ",")
    // A `//` comment after the last member stays with that member, so that the new member needs its own
    // line.
    let former = hasComma ? comma + 1 : end
    let comment = bytes[former...].firstIndex { !Self.isBlank($0) } ?? former
    let needsLine = bytes[comment...].starts(with: "//".utf8)
    let gap = lineStart(before: last.start).map { "\n" + $0 } ?? (needsLine ? "\n" : " ")
    let member = gap + key + String(decoding: text(value, at: last.start), as: UTF8.self)
    bytes.insert(contentsOf: member.utf8, at: afterComment(comment) ?? former)
    if !hasComma { bytes.insert(UInt8(ascii: ","), at: end) }
  }

  /// The value as JSON, indented like the line of the given position.
  private func text(_ value: JSONValue, at position: Int) -> [UInt8] {
    let line = bytes[..<position].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let indent = bytes[line...].prefix(while: Self.isBlank)
    let lines = value.text(isPretty: true).split(separator: "\n", omittingEmptySubsequences: false)
    return Array(
      lines.joined(separator: "\n" + String(decoding: indent, as: UTF8.self)).utf8
    )
  }

  /// The white space between the start of the line and a position; `nil` if there is other text.
  private func lineStart(before position: Int) -> String? {
    let space = bytes[..<position].reversed().prefix(while: Self.isBlank)
    let start = position - space.count
    guard start > 0, bytes[start - 1] == UInt8(ascii: "\n") else { return nil }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }
}
