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
    // Compares features at equal indexes first: a new version of a configuration usually has the same
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

extension FlagDifference {
  /// The numbers of different features as text, such as `1 added, 1 removed, 2 changed`; `no
  /// changes` for an empty difference.
  package var text: String {
    let parts = groups.map { "\($0.names.count) \($0.word)" }
    return parts.isEmpty ? "no changes" : parts.joined(separator: ", ")
  }

  /// The numbers of added, removed and changed features as short text, such as `+1 -1 ~2`.
  package var shortText: String {
    groups.map { "\($0.symbol)\($0.names.count)" }.joined(separator: " ")
  }

  /// Returns the number of features of each kind of difference, with the names of the first ones,
  /// such as `1 added: Sale; 12 changed: New Cart, Layout, …`.
  ///
  /// - Parameter limit: The maximum number of names of each kind.
  /// - Returns: The kinds of differences, separated by semicolons, or `no changes`.
  package func details(limit: Int = 5) -> String {
    let parts = groups.map { group in
      let names = group.names.prefix(limit).map(\.rawValue)
      let rest = group.names.count > limit ? ["…"] : []
      return "\(group.names.count) \(group.word): \((names + rest).joined(separator: ", "))"
    }
    return parts.isEmpty ? "no changes" : parts.joined(separator: "; ")
  }

  /// The names of the different features, with the symbol and the label of each kind of difference;
  /// kinds without a feature are omitted.
  package var groups: [(symbol: String, word: String, names: [Feature.Name])] {
    [("+", "added", added), ("-", "removed", removed), ("~", "changed", changed)]
      .filter { !$0.2.isEmpty }
  }
}
