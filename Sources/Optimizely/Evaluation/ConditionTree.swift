/// A tree of conditions, made ready to be evaluated: audiences are found, operators are in place.
indirect enum ConditionTree: Sendable {
  /// All must hold.
  case all([ConditionTree])
  /// One must hold.
  case any([ConditionTree])
  /// The opposite of the one; unknown without it.
  case not(ConditionTree?)
  /// An audience, by its place in the index.
  case audience(Int)
  /// An audience that the datafile has not.
  case missingAudience(String)
  /// A condition on one attribute.
  case attribute(AttributeTest)
  /// A list that cannot be understood.
  case malformed

  /// Makes a tree of conditions as they are written.
  init(_ condition: Datafile.Condition, places: [String: Int]) {
    switch condition {
    case .operation: self = .malformed
    case .audience(let id): self = places[id].map(Self.audience) ?? .missingAudience(id)
    case .attribute(let condition): self = .attribute(AttributeTest(condition))
    case .list(let items): self = Self.tree(of: items, places: places)
    }
  }

  private static func tree(
    of items: [Datafile.Condition],
    places: [String: Int]
  ) -> ConditionTree {
    func trees(_ items: some Sequence<Datafile.Condition>) -> [ConditionTree] {
      items.map { ConditionTree($0, places: places) }
    }
    switch items.first {
    case .operation(.and):
      let trees = trees(items.dropFirst())
      return only(of: trees) ?? .all(trees)
    case .operation(.or):
      let trees = trees(items.dropFirst())
      return only(of: trees) ?? .any(trees)
    case .operation(.not): return .not(trees(items.dropFirst().prefix(1)).first)
    case .audience, .attribute:
      let trees = trees(items)
      return only(of: trees) ?? .any(trees)
    case .list, nil: return .malformed
    }
  }

  /// The one condition of a list of one, which comes to the same as the list; the service writes
  /// many such lists.
  private static func only(of trees: [ConditionTree]) -> ConditionTree? {
    trees.count == 1 ? trees.first : nil
  }
}

/// Who a rule is for.
struct Targeting: Sendable {
  /// The conditions; `nil` for everyone.
  let tree: ConditionTree?

  init(ids: [String], conditions: Datafile.Condition?, places: [String: Int]) {
    switch conditions {
    case .list([]), .operation: tree = nil
    case let conditions?: tree = ConditionTree(conditions, places: places)
    case nil where ids.isEmpty: tree = nil
    case nil:
      tree = .any(ids.map { places[$0].map(ConditionTree.audience) ?? .missingAudience($0) })
    }
  }
}
