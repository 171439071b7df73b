/// The references between the entries of a document, such as the prerequisites of flags.
package struct ReferenceGraph {
  /// The keys of the entries to which each entry refers.
  private let references: [String: [String]]

  /// Creates a graph; references to missing entries are ignored.
  package init(_ references: [String: [String]]) {
    self.references = references.mapValues { $0.filter { references[$0] != nil } }
  }

  /// The entries that refer to a cycle, or are part of one.
  package var endless: Set<String> {
    var users: [String: [String]] = [:]
    for (entry, others) in references {
      for other in others { users[other, default: []].append(entry) }
    }
    // Removes the entries without references repeatedly.
    var counts = references.mapValues(\.count)
    var free = counts.filter { $0.value == 0 }.map(\.key)
    while let entry = free.popLast() {
      counts[entry] = nil
      for user in users[entry] ?? [] {
        counts[user, default: 0] -= 1
        if counts[user] == 0 { free.append(user) }
      }
    }
    return Set(counts.keys)
  }
}
