import Documents

/// Encodes and decodes the content of `assignments.json`.
enum AssignmentsFile {
  /// Parses the content of the file.
  ///
  /// - Throws: An error for the first defect, with its line and field.
  static func read(_ bytes: [UInt8]) throws(DocumentError) -> [Feature.Name: Double] {
    let document = try FieldReader(try JSONReader.read(bytes))
    return try document.values("assignments", keyedBy: FeatureName.init(rawValue:), of: assignment)
  }

  private static func assignment(_ node: Node) throws(DocumentError) -> Double {
    guard let number = node.number, (0...100).contains(number) else {
      throw node.mismatch(expected: "a number from 0 to 100")
    }
    return number
  }

  /// Encodes the content of the file, sorted by feature name.
  static func write(_ assignments: [Feature.Name: Double]) -> [UInt8] {
    let entries = assignments.sorted { $0.key.rawValue < $1.key.rawValue }.map { name, number in
      (key: name.rawValue, value: JSONValue.number(number))
    }
    let document = JSONValue.object([("version", .number(1)), ("assignments", .object(entries))])
    return Array((document.text(isPretty: true) + "\n").utf8)
  }
}
