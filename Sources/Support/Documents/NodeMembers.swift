extension [Node.Member] {
  /// The members without duplicate keys; the last of the members with the same key is kept.
  package var lastByKey: [Node.Member] { last(by: { $0.key }) }
}

extension [Node.Member] {
  /// Whether an object may have a duplicate key; keys that are canonically equivalent in Unicode count
  /// as equal.
  var hasDuplicate: Bool {
    guard count > 1 else { return false }
    // Comparing a few keys is faster than hashing them.
    guard count <= 16 else { return Set(lazy.map { $0.key }).count < count }
    for index in 1..<count {
      for other in 0..<index where self[other].key == self[index].key { return true }
    }
    return false
  }
}

extension Node {
  /// The members of the object or the objects that a merge key `<<` of YAML adds; earlier objects have
  /// precedence.
  ///
  /// - Throws: `unexpected` for another value.
  func mergedMembers() throws(DocumentError) -> [Member] {
    if let members { return members }
    guard let list else { throw mismatch(expected: "an object to merge") }
    var merged: [Member] = []
    for element in list.reversed() {
      guard let members = element.members else {
        throw element.mismatch(expected: "an object to merge")
      }
      merged += members
    }
    return merged
  }
}

extension Array {
  /// Returns the elements without duplicate keys; the last of the elements with the same key is kept.
  ///
  /// Keys are compared byte for byte, as JSON readers do.
  @inlinable package func last(by key: (Element) -> String) -> [Element] {
    guard count > 1, !map(key).isUnique else { return self }
    var keys: Set<[UInt8]> = []
    return reversed().filter { keys.insert([UInt8](key($0).utf8)).inserted }.reversed()
  }
}

extension Array where Element: Hashable {
  /// Whether no element is equal to another one.
  @inlinable package var isUnique: Bool {
    // Comparing a few elements is faster than hashing them.
    count <= 16
      ? !indices.contains { index in self[..<index].contains(self[index]) }
      : Set(self).count == count
  }
}
