import Documents
import FeatureFlags

/// The coding of the values of a namespace's keys, which are JSON objects.
enum TeamValue {
  /// Parses the value of a key.
  ///
  /// - Throws: `limit` for a value that is larger than any that Halyard writes, or the syntax error.
  static func read(_ bytes: [UInt8]) throws(DocumentError) -> Node {
    guard bytes.count <= InputLimit.teamValueBytes.maximum else {
      throw .limit(.teamValueBytes, found: bytes.count, line: nil)
    }
    return try JSONReader.read(bytes)
  }

  /// Encodes an object without its members that are `nil`.
  static func write(_ members: [(key: String, value: JSONValue?)]) -> [UInt8] {
    let present = members.compactMap { member in member.value.map { (key: member.key, value: $0) } }
    return Array(JSONValue.object(present).text().utf8)
  }

  /// Encodes an object.
  static func write(_ members: [(key: String, value: JSONValue)]) -> [UInt8] {
    Array(JSONValue.object(members).text().utf8)
  }
}
