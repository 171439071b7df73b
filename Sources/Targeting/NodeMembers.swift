package import Documents

extension [Node.Member] {
  /// The members without those whose key a later member has: of duplicate keys the last one counts.
  package var lastByKey: [Node.Member] { last(by: { $0.key }) }
}

extension Array {
  /// Returns the elements without those whose key a later element has: of duplicate keys the last one counts.
  @inlinable package func last(by key: (Element) -> String) -> [Element] {
    guard count > 1, !map(key).isUnique else { return self }
    var keys: Set<String> = []
    return reversed().filter { keys.insert(key($0)).inserted }.reversed()
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
