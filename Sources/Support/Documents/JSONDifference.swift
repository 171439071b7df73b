/// The difference between two JSON values: the added, removed and changed values with their paths.
///
/// The order of the members of an object is no difference. The elements of a list are compared by index,
/// except that an equal end of both lists is skipped, so that an inserted element is one addition.
///
/// ```swift
/// let difference = JSONDifference(from: .list([.integer(1)]), to: .list([.integer(1), .null]))
/// print(difference.changes.map(\.path.pathText))  // ["[1]"]
/// ```
package struct JSONDifference: Sendable {
  /// A value that only one of the documents has, or that differs between them.
  package struct Change: Sendable {
    /// The steps from the root to the value; empty for the root.
    package let path: [JSONTree.Step]
    package let kind: Kind
  }

  package enum Kind: Sendable {
    case added(JSONValue)
    case removed(JSONValue)
    case changed(from: JSONValue, to: JSONValue)
  }

  /// The changes in the order of the paths: members by key, elements by index.
  package private(set) var changes: [Change] = []

  /// Compares two values in time that is linear in their size, times their depth.
  package init(from old: JSONValue, to new: JSONValue) {
    var path: [JSONTree.Step] = []
    compare(old.normalised, new.normalised, at: &path)
  }
}

// MARK: Comparing

extension JSONDifference {
  private mutating func compare(
    _ old: JSONValue,
    _ new: JSONValue,
    at path: inout [JSONTree.Step]
  ) {
    switch (old, new) {
    case (.object(let old), .object(let new)): compare(old, new, at: &path)
    case (.list(let old), .list(let new)): compare(old, new, at: &path)
    case (.null, _), (.bool, _), (.integer, _), (.number, _), (.string, _), (.list, _),
      (.object, _):
      if !old.isEqual(toNormalised: new) { add(.changed(from: old, to: new), at: path) }
    }
  }

  /// Merges the members of two objects, which are sorted by key.
  private mutating func compare(
    _ old: [(key: String, value: JSONValue)],
    _ new: [(key: String, value: JSONValue)],
    at path: inout [JSONTree.Step]
  ) {
    var (left, right) = (0, 0)
    while left < old.count || right < new.count {
      let isOld = right == new.count || left < old.count && old[left].key.precedes(new[right].key)
      let isNew = left == old.count || right < new.count && new[right].key.precedes(old[left].key)
      path.append(.key(isNew ? new[right].key : old[left].key))
      if isOld {
        add(.removed(old[left].value), at: path)
      } else if isNew {
        add(.added(new[right].value), at: path)
      } else {
        compare(old[left].value, new[right].value, at: &path)
      }
      path.removeLast()
      if !isNew { left += 1 }
      if !isOld { right += 1 }
    }
  }

  /// Pairs the elements of two lists by index, up to the end that both lists have in common.
  private mutating func compare(
    _ old: [JSONValue],
    _ new: [JSONValue],
    at path: inout [JSONTree.Step]
  ) {
    var (oldEnd, newEnd) = (old.count, new.count)
    // Lists of the same length have no inserted or removed elements.
    while old.count != new.count, oldEnd > 0, newEnd > 0,
      old[oldEnd - 1].isEqual(toNormalised: new[newEnd - 1])
    {
      oldEnd -= 1
      newEnd -= 1
    }
    let start =
      old.count == new.count
      ? 0 : zip(old[..<oldEnd], new[..<newEnd]).prefix { $0.isEqual(toNormalised: $1) }.count
    let paired = min(oldEnd, newEnd)
    for index in start..<max(oldEnd, newEnd, start) {
      path.append(.index(index))
      if index < paired {
        compare(old[index], new[index], at: &path)
      } else {
        add(index < oldEnd ? .removed(old[index]) : .added(new[index]), at: path)
      }
      path.removeLast()
    }
  }

  private mutating func add(_ kind: Kind, at path: [JSONTree.Step]) {
    changes.append(Change(path: path, kind: kind))
  }
}

// MARK: Applying

extension JSONDifference {
  /// Applies the changes to the document from which the difference was computed.
  ///
  /// - Returns: A value that equals the other document, except for the order of members; `nil` if the result
  ///   is deeper than the parser allows.
  package func applied(to value: JSONValue) -> JSONValue? {
    var tree = JSONTree(value)
    apply(to: &tree)
    return JSONValue(parsing: tree.text)
  }

  /// Applies the changes to the document from which the difference was computed.
  package func apply(to tree: inout JSONTree) {
    for change in changes {
      switch change.kind {
      case .removed: break
      case .changed(_, let new): tree.update(at: change.path) { $0 = JSONTree(new) }
      case .added(let value):
        guard let step = change.path.last else { break }
        tree.update(at: Array(change.path.dropLast())) { parent in
          switch step {
          case .key: parent[step] = JSONTree(value)
          case .index(let index): parent.insert(JSONTree(value), at: index)
          }
        }
      }
    }
    // Removes elements from the end to the start of a list, since their indexes are those of the old list.
    for change in changes.reversed() {
      guard case .removed = change.kind, let step = change.path.last else { continue }
      tree.update(at: Array(change.path.dropLast())) { $0[step] = nil }
    }
  }
}

// MARK: Normalised values

extension JSONValue {
  /// Whether the order of members is the only difference between two values.
  package func isEquivalent(to other: JSONValue) -> Bool {
    normalised.isEqual(toNormalised: other.normalised)
  }

  /// A copy with the members of all objects sorted by the bytes of their keys; the last of duplicate keys
  /// wins.
  fileprivate var normalised: JSONValue {
    switch self {
    case .null, .bool, .integer, .number, .string: self
    case .list(let values): .list(values.map(\.normalised))
    case .object(let members):
      .object(
        members.last { $0.key }.sorted { $0.key.precedes($1.key) }
          .map { ($0.key, $0.value.normalised) }
      )
    }
  }

  /// Whether two normalised values are equal; `1` and `1.0` are.
  fileprivate func isEqual(toNormalised other: JSONValue) -> Bool {
    switch (self, other) {
    case (.string(let text), .string(let other)): text.utf8.elementsEqual(other.utf8)
    case (.list(let values), .list(let others)):
      values.count == others.count
        && zip(values, others).allSatisfy { $0.isEqual(toNormalised: $1) }
    case (.object(let members), .object(let others)):
      members.count == others.count
        && zip(members, others).allSatisfy {
          $0.key.utf8.elementsEqual($1.key.utf8) && $0.value.isEqual(toNormalised: $1.value)
        }
    case (.list, _), (.object, _), (_, .list), (_, .object), (.string, _), (_, .string): false
    case (.null, _), (.bool, _), (.integer, _), (.number, _): text() == other.text()
    }
  }
}

extension String {
  /// Whether the bytes of the text precede those of another text.
  fileprivate func precedes(_ other: String) -> Bool {
    utf8.lexicographicallyPrecedes(other.utf8)
  }
}
