/// Replacements of byte ranges of a JSON document; all other bytes stay as they are.
///
/// A replacement of a range takes precedence over the replacements inside of that range. Two
/// replacements must not overlap in another way.
package struct JSONEdits {
  private struct Edit {
    let range: Range<Int>
    let text: String
  }

  private var edits: [Edit] = []
  private var isSorted = true

  package init() {}

  package var isEmpty: Bool { edits.isEmpty }

  /// Replaces a range; an empty range inserts the text.
  package mutating func replace(_ range: Range<Int>, with text: String) {
    edits.append(Edit(range: range, text: text))
    isSorted = false
  }

  /// Appends elements, each as a JSON text, behind those of a list.
  package mutating func append(_ elements: [String], to list: Range<Int>, of text: JSONText) {
    guard !elements.isEmpty else { return }
    // The end of the list can have a comma of its own, and the comment of the last element.
    let last = text.elements(of: list).last?.upperBound
    let end = last ?? list.upperBound - 1
    replace(end..<end, with: (last == nil ? "" : ",") + elements.joined(separator: ","))
  }

  /// Sets a member of an object; replaces the value of an existing member.
  ///
  /// - Parameters:
  ///   - key: The key of the member.
  ///   - value: The JSON of the value.
  ///   - object: The range of the object.
  ///   - members: The members of the object.
  package mutating func set(
    _ key: String,
    to value: String,
    in object: Range<Int>,
    members: [JSONText.Member]
  ) {
    if let old = members.last(where: { $0.key == key }) { return replace(old.value, with: value) }
    let start = object.lowerBound + 1
    replace(start..<start, with: "\"\(key)\":\(value)" + (members.isEmpty ? "" : ","))
  }

  /// Removes a member of an object, with the comma beside it.
  ///
  /// - Parameters:
  ///   - index: The index of the member among `members`.
  ///   - members: The members of the object, of which at least one more remains.
  package mutating func remove(_ index: Int, of members: [JSONText.Member]) {
    let member = members[index]
    if index + 1 < members.count {
      replace(member.start..<members[index + 1].start, with: "")
    } else {
      replace(members[index - 1].value.upperBound..<member.value.upperBound, with: "")
    }
  }

  /// Sorts the replacements, which ``rendered(_:of:)`` requires.
  package mutating func sort() {
    guard !isSorted else { return }
    // A stable order by position, in which a longer range precedes the ranges inside of it.
    let order = edits.indices.sorted { left, right in
      let (first, second) = (edits[left].range, edits[right].range)
      if first.lowerBound != second.lowerBound { return first.lowerBound < second.lowerBound }
      // An insertion precedes a replacement at the same position.
      if first.isEmpty != second.isEmpty { return first.isEmpty }
      if first.upperBound != second.upperBound { return first.upperBound > second.upperBound }
      return left < right
    }
    edits = order.map { edits[$0] }
    isSorted = true
  }

  /// Returns the bytes of a range of the document with the replacements inside of this range.
  ///
  /// The time is proportional to both. The replacements have to be sorted.
  package func rendered(_ range: Range<Int>, of bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(range.count)
    var index = range.lowerBound
    var number = firstIndex(from: range.lowerBound)
    while number < edits.count, edits[number].range.lowerBound < range.upperBound {
      let edit = edits[number]
      number += 1
      guard edit.range.lowerBound >= index, edit.range.upperBound <= range.upperBound else {
        continue
      }
      result += bytes[index..<edit.range.lowerBound]
      result += edit.text.utf8
      index = edit.range.upperBound
    }
    return result + bytes[index..<range.upperBound]
  }

  /// Returns the whole text of a document with the replacements.
  package mutating func text(of document: JSONText) -> String {
    sort()
    return String(decoding: rendered(document.root, of: document.bytes), as: UTF8.self)
  }

  /// A text that differs for different replacements, for a digest.
  package var fingerprint: String {
    edits.map { "\($0.range.lowerBound) \($0.range.upperBound) \($0.text)" }.joined(separator: "\n")
  }

  /// Returns the index of the first replacement at or after a position, by binary search.
  private func firstIndex(from position: Int) -> Int {
    var (low, high) = (0, edits.count)
    while low < high {
      let middle = (low + high) / 2
      if edits[middle].range.lowerBound < position { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
