import Documents

/// Encodes and decodes the content of `assignments.json`.
enum AssignmentsFile {
  /// Parses the content of the file.
  ///
  /// - Throws: An error for the first problem, with its line and field.
  static func read(_ bytes: [UInt8]) throws(DocumentError) -> [Feature.Name: Double] {
    if let assignments = readSimple(bytes) { return assignments }
    return try readNodes(bytes)
  }

  /// Parses a file of any valid form by converting it to nodes first, and reports its first problem.
  static func readNodes(_ bytes: [UInt8]) throws(DocumentError) -> [Feature.Name: Double] {
    let document = try FieldReader(try JSONReader.read(bytes))
    return try document.values("assignments", keyedBy: Feature.Name.init(rawValue:), of: assignment)
  }

  /// Parses a file in the form of ``write(_:)`` without nodes, because it may have hundreds of thousands
  /// of assignments; `nil` for a file of any other form, and for a malformed file.
  static func readSimple(_ bytes: [UInt8]) -> [Feature.Name: Double]? {
    JSONCursor.read(bytes) { cursor in
      guard cursor.skip(UInt8(ascii: "{")), key("version", &cursor), cursor.number() != nil,
        cursor.skip(UInt8(ascii: ",")), key("assignments", &cursor),
        cursor.skip(UInt8(ascii: "{"))
      else { return nil }
      var assignments: [Feature.Name: Double] = [:]
      assignments.reserveCapacity(bytes.count / 40)
      repeat {
        guard let (name, number) = entry(&cursor) else { return nil }
        assignments[Feature.Name(rawValue: name)] = number
      } while cursor.skip(UInt8(ascii: ","))
      guard cursor.skip(UInt8(ascii: "}")), cursor.skip(UInt8(ascii: "}")) else { return nil }
      return assignments
    }
  }

  /// Parses the name of a feature and its assignment at the cursor; `nil` if they are malformed or not simple
  /// JSON.
  static func entry(_ cursor: inout JSONCursor) -> (name: String, number: Double)? {
    cursor.skipSpace()
    guard let name = cursor.string().flatMap({ cursor.text(of: $0) }),
      cursor.skip(UInt8(ascii: ":"))
    else { return nil }
    cursor.skipSpace()
    guard let number = cursor.number(), number <= 100 else { return nil }
    return (name, number)
  }

  private static func key(_ key: String, _ cursor: inout JSONCursor) -> Bool {
    cursor.skipSpace()
    guard let found = cursor.string(), cursor.text(of: found) == key,
      cursor.skip(UInt8(ascii: ":"))
    else { return false }
    cursor.skipSpace()
    return true
  }

  private static func assignment(_ node: Node) throws(DocumentError) -> Double {
    guard let number = node.number, (0...100).contains(number) else {
      throw node.mismatch(expected: "a number from 0 to 100")
    }
    return number
  }

  /// Encodes the content of the file, sorted by feature name.
  static func write(_ assignments: [Feature.Name: Double]) -> [UInt8] {
    let entries = JSONValue(assignments) { _, number in .number(number) }
    return JSONValue.object([("version", .number(1)), ("assignments", entries)]).fileBytes
  }
}
