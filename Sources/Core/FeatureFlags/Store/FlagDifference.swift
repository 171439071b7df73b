/// The difference between two lists of features, which are compared by name.
public struct FlagDifference: Hashable, Sendable {
  /// The names of the features that only the second list has, in its order.
  public let added: [Feature.Name]
  /// The names of the features that only the first list has, in its order.
  public let removed: [Feature.Name]
  /// The names of the features that both lists have with different definitions, in the order of the
  /// second list.
  public let changed: [Feature.Name]

  /// Creates a difference from feature names; without arguments it is empty.
  public init(
    added: [Feature.Name] = [],
    removed: [Feature.Name] = [],
    changed: [Feature.Name] = []
  ) {
    self.added = added
    self.removed = removed
    self.changed = changed
  }

  /// Compares two lists of features; overrides and the order are ignored.
  public init(from before: [Feature], to after: [Feature]) {
    var (added, changed): ([Feature.Name], [Feature.Name]) = ([], [])
    // Compare features at equal indexes first: a new version of a configuration usually has the same
    // order, and then needs no look-up by name.
    var common = 0
    while common < min(before.count, after.count), before[common].name == after[common].name {
      if !before[common].isConfigured(like: after[common]) { changed.append(after[common].name) }
      common += 1
    }
    var names = NameTable(capacity: before.count - common)
    for index in common..<before.count {
      _ = names.insert(before[index].name, at: index, in: before)
    }
    var isFound = Array(repeating: false, count: before.count)
    if common == before.count { added.reserveCapacity(after.count - common) }
    for index in common..<after.count {
      let name = after[index].name
      guard let old = names.position(of: name, in: before), !isFound[old] else {
        added.append(name)
        continue
      }
      isFound[old] = true
      if !before[old].isConfigured(like: after[index]) { changed.append(name) }
    }
    self.added = added
    self.changed = changed
    removed = (common..<before.count).map { before[$0].name }.filter { name in
      names.position(of: name, in: before).map { !isFound[$0] } ?? false
    }
  }

  /// Whether both lists have the same features.
  public var isEmpty: Bool { added.isEmpty && removed.isEmpty && changed.isEmpty }
}
