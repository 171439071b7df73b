package import Documents

extension [Node.Member] {
  /// The members without those whose key a later member has: of duplicate keys the last one counts.
  package var lastByKey: [Node.Member] {
    // Comparing a few keys is faster than hashing them.
    let isUnique =
      count <= 16
      ? !indices.contains { index in self[..<index].contains { $0.key == self[index].key } }
      : Set(lazy.map(\.key)).count == count
    if isUnique { return self }
    var keys: Set<String> = []
    return reversed().filter { keys.insert($0.key).inserted }.reversed()
  }
}
