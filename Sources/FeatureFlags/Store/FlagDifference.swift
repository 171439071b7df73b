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
    var rest: [Feature.Name: Int] = [:]
    rest.reserveCapacity(before.count)
    for (index, feature) in before.enumerated() where rest[feature.name] == nil {
      rest[feature.name] = index
    }
    var (added, changed): ([Feature.Name], [Feature.Name]) = ([], [])
    for feature in after {
      guard let old = rest.removeValue(forKey: feature.name) else {
        added.append(feature.name)
        continue
      }
      if before[old].configured != feature.configured { changed.append(feature.name) }
    }
    self.added = added
    self.changed = changed
    removed = before.lazy.map(\.name).filter { rest[$0] != nil }
  }

  /// Whether both lists have the same features.
  public var isEmpty: Bool { added.isEmpty && removed.isEmpty && changed.isEmpty }
}
