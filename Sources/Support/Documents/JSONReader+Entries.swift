extension JSONReader {
  /// The result of parsing the entries of a list.
  package enum EntriesResult {
    /// The number of entries that were parsed.
    case count(Int)
    /// The consumer has cancelled the parsing.
    case cancelled
    /// The document is neither an object nor a list.
    case notADocument(found: String)
    /// The object has no member with the given name; `keys` holds its first eight keys.
    case noMember(keys: [String])
    /// The member with the given name is not a list.
    case notAList(line: Int?, found: String)
  }

  /// Parses the elements of a list one at a time, so that only one element is in memory.
  ///
  /// The list is the document itself, or a member of its top-level object. The last of duplicate
  /// members wins.
  ///
  /// - Parameters:
  ///   - bytes: The document, JSON or JSON5.
  ///   - name: The name of the member that holds the list.
  ///   - consumer: Receives each element.
  /// - Returns: The number of elements, or the reason why the document has no such list.
  /// - Throws: `syntax` with the location, or `limit`.
  package static func readEntries(
    _ bytes: [UInt8],
    named name: String,
    into consumer: inout some EntryConsumer
  ) throws(DocumentError) -> EntriesResult {
    var reader = JSONReader(bytes, .json5, depthLimit: depthLimit)
    try reader.skipSpace()
    let result: EntriesResult
    switch reader.current {
    case nil: throw .empty
    case UInt8(ascii: "["):
      result = try reader.entries(into: &consumer).map(EntriesResult.count) ?? .cancelled
    case UInt8(ascii: "{"): result = try reader.entries(ofMember: name, into: &consumer)
    default: return .notADocument(found: try reader.value().kind)
    }
    if case .cancelled = result { return result }
    try reader.skipSpace()
    guard reader.current == nil else {
      throw reader.unexpected(expected: "the end of the document")
    }
    return result
  }

  /// Parses the elements of the list at the current byte; returns their number, or `nil` if the
  /// consumer has cancelled the parsing.
  private mutating func entries(
    into consumer: inout some EntryConsumer
  ) throws(DocumentError) -> Int? {
    var count = 0
    try enter()
    while try !leave(at: UInt8(ascii: "]")) {
      guard count < InputLimit.features.maximum else {
        throw .limit(.features, found: count + 1, line: line)
      }
      if !readSimple(into: &consumer, at: count) {
        valueCount = 0
        consumer.read(try value(), at: count)
      }
      guard consumer.shouldContinue(afterBytes: index, of: bytes.count) else { return nil }
      count += 1
      try skipComma(before: UInt8(ascii: "]"), expected: "a value")
    }
    return count
  }

  /// Lets the consumer read the object at the current byte without a node; returns `false`, and stays at this
  /// byte, if the consumer needs a node.
  private mutating func readSimple(into consumer: inout some EntryConsumer, at count: Int) -> Bool {
    let cursor: JSONCursor? = bytes.withUnsafeBytes { buffer in
      guard
        var cursor = JSONCursor(buffer, index: index, line: line, lineStart: lineStart),
        consumer.readSimple(&cursor, at: count)
      else { return nil }
      return cursor
    }
    guard let cursor else { return false }
    (index, line, lineStart) = (cursor.index, cursor.line, cursor.lineStart)
    return true
  }

  private mutating func entries(
    ofMember name: String,
    into consumer: inout some EntryConsumer
  ) throws(DocumentError) -> EntriesResult {
    var count: Int?
    var mismatch: EntriesResult?
    var otherKeys: [String] = []
    try enter()
    while try !leave(at: UInt8(ascii: "}")) {
      let key = try memberKey()
      let isList = current == UInt8(ascii: "[")
      if key == name, isList {
        guard let entries = try entries(into: &consumer) else { return .cancelled }
        count = entries
        mismatch = nil
      } else {
        valueCount = 0
        let node = try value()
        if key == name { mismatch = .notAList(line: node.line, found: node.kind) }
        if otherKeys.count < 8 { otherKeys.append(key) }
      }
      try skipComma(before: UInt8(ascii: "}"), expected: "a name in quotes")
    }
    if let mismatch { return mismatch }
    return count.map(EntriesResult.count) ?? .noMember(keys: otherKeys)
  }
}

/// Receives the elements of a list while the document is parsed.
package protocol EntryConsumer {
  /// Reads an element directly from the bytes of the document, if all of its values are simple.
  ///
  /// - Parameters:
  ///   - cursor: The cursor at the start of the element; a successful call moves it past the element.
  ///   - index: The index of the element, as for ``read(_:at:)``.
  /// - Returns: `false` to receive the element as a node instead; the call must not have changed the
  ///   consumer in this case.
  mutating func readSimple(_ cursor: inout JSONCursor, at index: Int) -> Bool

  /// Receives an element with its index.
  ///
  /// A call with index 0 after other calls means that a duplicate member replaces the elements so
  /// far.
  mutating func read(_ node: Node, at index: Int)

  /// Called after each element.
  ///
  /// - Parameters:
  ///   - count: The number of bytes of the document that were parsed.
  ///   - total: The number of bytes of the document.
  /// - Returns: `false` to cancel the parsing.
  mutating func shouldContinue(afterBytes count: Int, of total: Int) -> Bool
}
