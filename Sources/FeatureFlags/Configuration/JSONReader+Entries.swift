extension JSONReader {
  /// Parses the entries of a list one at a time, so that only one entry is in memory.
  ///
  /// The list is the document itself, or a member of the object that is the document. The last of
  /// duplicate members wins.
  ///
  /// - Parameters:
  ///   - bytes: The document, JSON or JSON5.
  ///   - name: The name of the member.
  ///   - entry: Called with each entry and its index; index 0 begins a list anew.
  /// - Returns: The number of entries.
  /// - Throws: The location and what was expected, if the bytes are no such document, and `limit`.
  static func readEntries(
    _ bytes: [UInt8],
    named name: String,
    entry: (Node, Int) throws(ConfigurationError) -> Void
  ) throws(ConfigurationError) -> Int {
    var reader = JSONReader(bytes, .json5, depthLimit: depthLimit)
    try reader.skipSpace()
    let count: Int
    switch reader.current {
    case nil: throw .empty
    case UInt8(ascii: "["): count = try reader.entries(entry)
    case UInt8(ascii: "{"): count = try reader.entries(ofMember: name, entry)
    default: throw .notADocument(found: try reader.value().kind)
    }
    try reader.skipSpace()
    guard reader.current == nil else { throw reader.unexpected(wanted: "the end of the document") }
    return count
  }

  private mutating func entries(
    _ entry: (Node, Int) throws(ConfigurationError) -> Void
  ) throws(ConfigurationError) -> Int {
    var count = 0
    try enter()
    while try !leave(at: UInt8(ascii: "]")) {
      guard count < Limit.features.maximum else {
        throw .limit(.features, found: count + 1, line: line)
      }
      valueCount = 0
      try entry(try value(), count)
      count += 1
      try skipComma(before: UInt8(ascii: "]"), wanted: "a value")
    }
    return count
  }

  private mutating func entries(
    ofMember name: String,
    _ entry: (Node, Int) throws(ConfigurationError) -> Void
  ) throws(ConfigurationError) -> Int {
    var count: Int?
    var mismatch: ConfigurationError?
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
        if key == name { mismatch = .featuresNotAList(line: node.line, found: node.kind) }
        if otherKeys.count < 8 { otherKeys.append(key) }
      }
      try skipComma(before: UInt8(ascii: "}"), wanted: "a name in quotes")
    }
    if let mismatch { throw mismatch }
    guard let count else { throw .noFeatures(keys: otherKeys) }
    return count
  }
}
