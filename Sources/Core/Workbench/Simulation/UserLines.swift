package import Documents
package import FeatureFlags

extension SimulatedUsers.Profile {
  /// Parses a file of users in JSON Lines: one object per line, with the attributes of a user and
  /// optionally the `key`.
  ///
  /// ```
  /// {"key": "ana", "plan": "gold", "age": 42}
  /// {"plan": "basic"}
  /// ```
  ///
  /// - Parameter bytes: The content of the file; empty lines are ignored.
  /// - Returns: At least one user, in the order of the lines.
  /// - Throws: The first defect, with its line.
  package static func users(inLines bytes: [UInt8]) throws(DocumentError) -> [Self] {
    var users: [Self] = []
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      guard line.contains(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }) else { continue }
      let user = try mapError(Self(try JSONReader.read(Array(line)))) { (error: DocumentError) in
        error.onLine(index + 1)
      }
      users.append(user)
    }
    guard !users.isEmpty else { throw .empty }
    return users
  }

  /// Reads and parses a file of users, like ``users(inLines:)``.
  ///
  /// - Throws: The read error, or the first defect with its line.
  package static func users(inFile path: String) throws(SourceError) -> [Self] {
    let bytes = try FileSource(path: path).readNow()
    return try mapError(users(inLines: bytes)) { (error: DocumentError) in
      SourceError.invalid(path, .document(error))
    }
  }

  private init(_ node: Node) throws(DocumentError) {
    guard let members = node.members else {
      throw node.mismatch(expected: "an object with the attributes of a user")
    }
    var (key, attributes) = (String?.none, [String: AttributeValue]())
    for member in members {
      if member.key == "key" {
        guard let text = member.node.string else {
          throw member.node.mismatch(expected: "the key of the user as a text")
        }
        key = text
      } else {
        attributes[member.key] = AttributeValue(member.node)
      }
    }
    self.init(key: key, attributes: attributes)
  }
}
