extension JSONReader {
  /// The result of parsing the entries of a list.
  package enum EntriesResult {
    /// The number of entries that were parsed.
    case count(Int)
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
  ///   - entry: Called with each element and its index. A call with index 0 after other calls means
  ///     that a duplicate member replaces the elements so far.
  /// - Returns: The number of elements, or the reason why the document has no such list.
  /// - Throws: `syntax` with the location, `limit`, or the error of `entry`.
  package static func readEntries(
    _ bytes: [UInt8],
    named name: String,
    entry: (Node, Int) throws(DocumentError) -> Void
  ) throws(DocumentError) -> EntriesResult {
    var reader = JSONReader(bytes, .json5, depthLimit: depthLimit)
    try reader.skipSpace()
    let result: EntriesResult
    switch reader.current {
    case nil: throw .empty
    case UInt8(ascii: "["): result = .count(try reader.entries(entry))
    case UInt8(ascii: "{"): result = try reader.entries(ofMember: name, entry)
    default: return .notADocument(found: try reader.value().kind)
    }
    try reader.skipSpace()
    guard reader.current == nil else {
      throw reader.unexpected(expected: "the end of the document")
    }
    return result
  }

  private mutating func entries(
    _ entry: (Node, Int) throws(DocumentError) -> Void
  ) throws(DocumentError) -> Int {
    var count = 0
    try enter()
    while try !leave(at: UInt8(ascii: "]")) {
      guard count < Limit.features.maximum else {
        throw .limit(.features, found: count + 1, line: line)
      }
      valueCount = 0
      try entry(try value(), count)
      count += 1
      try skipComma(before: UInt8(ascii: "]"), expected: "a value")
    }
    return count
  }

  private mutating func entries(
    ofMember name: String,
    _ entry: (Node, Int) throws(DocumentError) -> Void
  ) throws(DocumentError) -> EntriesResult {
    var count: Int?
    var mismatch: EntriesResult?
    var otherKeys: [String] = []
    try enter()
    while try !leave(at: UInt8(ascii: "}")) {
      let key = try memberKey()
      let isList = current == UInt8(ascii: "[")
      if key == name, isList {
        count = try entries(entry)
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
