import Documents
import Text

/// A JSON value as a list of rows, of which objects and lists can be folded.
///
/// The nodes of the value are flattened once, in the order of the document. The rows are the indexes of the
/// visible nodes, so that a fold removes a range of rows, and a move reads no other part of the value.
struct JSONOutline: Sendable {
  /// A scalar, list or object of the value.
  struct Node: Sendable {
    /// The step from the enclosing list or object; `nil` for the root.
    let step: JSONTree.Step?
    let value: JSONValue
    /// The number of enclosing lists and objects.
    let depth: Int
    /// The index of the enclosing list or object; `nil` for the root.
    let parent: Int?
    /// The index after the last node inside the value.
    fileprivate(set) var end: Int
  }

  /// All nodes, each followed by the nodes inside its value.
  private(set) var nodes: [Node] = []
  /// Whether each node shows its members or elements; `false` for scalars and empty values.
  private var isOpen: [Bool]
  /// The indexes of the visible nodes.
  private(set) var rows: [Int] = []

  /// The maximum number of nodes of a value that is completely unfolded at first.
  private static let unfoldedLimit = 200

  /// Creates the rows of a value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - old: The rows of an earlier value, whose folds are kept; `nil` unfolds all of a small value, or
  ///     the root of a large one.
  init(_ value: JSONValue, keepingFoldsOf old: JSONOutline? = nil) {
    isOpen = []
    append(value, step: nil, depth: 0, parent: nil)
    isOpen = Array(repeating: false, count: nodes.count)
    if let old {
      copyFolds(of: old, from: 0, to: 0)
      rows = visibleRows
    } else {
      setAllOpen(nodes.count <= Self.unfoldedLimit)
    }
  }

  private mutating func append(
    _ value: JSONValue,
    step: JSONTree.Step?,
    depth: Int,
    parent: Int?
  ) {
    let index = nodes.count
    nodes.append(Node(step: step, value: value, depth: depth, parent: parent, end: index + 1))
    switch value {
    case .null, .bool, .integer, .number, .string: return
    case .list(let values):
      for (position, value) in values.enumerated() {
        append(value, step: .index(position), depth: depth + 1, parent: index)
      }
    case .object(let members):
      for member in members.last(by: { $0.key }) {
        append(member.value, step: .key(member.key), depth: depth + 1, parent: index)
      }
    }
    nodes[index].end = nodes.count
  }

  /// The indexes of the members or elements of a node.
  private func children(of index: Int) -> some Sequence<Int> {
    sequence(first: index + 1) { nodes[$0].end }.prefix { $0 < nodes[index].end }
  }

  private mutating func copyFolds(of old: JSONOutline, from oldIndex: Int, to index: Int) {
    isOpen[index] = old.isOpen[oldIndex] && hasContent(index)
    var found: [JSONTree.Step: Int] = [:]
    for child in old.children(of: oldIndex) where old.hasContent(child) {
      found[old.nodes[child].step ?? .index(0)] = child
    }
    guard !found.isEmpty else { return }
    for child in children(of: index) where hasContent(child) {
      guard let step = nodes[child].step, let oldChild = found[step] else { continue }
      copyFolds(of: old, from: oldChild, to: child)
    }
  }
}

// MARK: Folding

extension JSONOutline {
  /// Whether a node is an object with members or a list with elements, and so can be folded.
  func hasContent(_ index: Int) -> Bool { nodes[index].end > index + 1 }

  /// Whether the members or elements of a node are visible if the node is.
  func isUnfolded(_ index: Int) -> Bool { isOpen[index] }

  /// Folds or unfolds the node of a row.
  mutating func setOpen(_ flag: Bool, row: Int) {
    let index = rows[row]
    guard hasContent(index), isOpen[index] != flag else { return }
    isOpen[index] = flag
    if flag {
      rows.insert(contentsOf: visibleRows(inside: index), at: row + 1)
    } else {
      rows.removeSubrange((row + 1)..<self.row(of: nodes[index].end))
    }
  }

  /// Unfolds all nodes, or folds all nodes except the root.
  mutating func setAllOpen(_ flag: Bool) {
    for index in nodes.indices { isOpen[index] = (flag || index == 0) && hasContent(index) }
    rows = visibleRows
  }

  /// Folds all nodes below the root, or unfolds all if none of the visible ones is unfolded.
  mutating func toggleAll() { setAllOpen(!rows.dropFirst().contains { isOpen[$0] }) }

  /// Unfolds all nodes around a node.
  ///
  /// - Returns: The row of the node.
  mutating func reveal(_ index: Int) -> Int {
    var (around, next) = ([Int](), nodes[index].parent)
    while let parent = next {
      around.append(parent)
      next = nodes[parent].parent
    }
    for parent in around.reversed() { setOpen(true, row: row(of: parent)) }
    return row(of: index)
  }

  /// The row of a visible node; for another node, the first row after it.
  func row(of index: Int) -> Int {
    var (low, high) = (0, rows.count)
    while low < high {
      let middle = (low + high) / 2
      if rows[middle] < index { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The row of a node, or of the innermost visible node around it.
  func visibleRow(around index: Int) -> Int {
    var index = index
    while true {
      let row = row(of: index)
      if row < rows.count, rows[row] == index { return row }
      guard let parent = nodes[index].parent else { return 0 }
      index = parent
    }
  }

  private var visibleRows: [Int] { [0] + (isOpen[0] ? visibleRows(inside: 0) : []) }

  private func visibleRows(inside index: Int) -> [Int] {
    var (rows, next) = ([Int](), index + 1)
    while next < nodes[index].end {
      rows.append(next)
      next = isOpen[next] ? next + 1 : nodes[next].end
    }
    return rows
  }
}

// MARK: Finding

extension JSONOutline {
  /// The steps from the root to a node.
  func path(of index: Int) -> [JSONTree.Step] {
    sequence(first: index) { nodes[$0].parent }.compactMap { nodes[$0].step }.reversed()
  }

  /// Finds the node at a path; if there is none, the innermost enclosing node that exists.
  ///
  /// - Returns: The index of the node, and whether it is the one at the whole path.
  func node(at path: [JSONTree.Step]) -> (index: Int, isExact: Bool) {
    var found = 0
    for step in path {
      guard let child = children(of: found).first(where: { nodes[$0].step == step }) else {
        return (found, false)
      }
      found = child
    }
    return (found, true)
  }

  /// Finds the next node, folded or not, whose key or scalar contains all words; the search continues at
  /// the other end of the value.
  ///
  /// - Parameters:
  ///   - words: The case-folded words.
  ///   - start: The first node that is compared.
  ///   - step: 1 to search towards the end, -1 to search towards the start.
  /// - Returns: The index of the node; `nil` if no node matches.
  func match(of words: [[UInt8]], from start: Int, step: Int) -> Int? {
    guard !words.isEmpty else { return nil }
    var text: [UInt8] = []
    for offset in nodes.indices {
      let index = (start + step * offset + 2 * nodes.count) % nodes.count
      text.removeAll(keepingCapacity: true)
      nodes[index].appendSearchText(to: &text)
      if FoldedText.contains(words, in: text) { return index }
    }
    return nil
  }
}

extension JSONOutline.Node {
  /// Appends the key and the scalar, folded for a search.
  fileprivate func appendSearchText(to bytes: inout [UInt8]) {
    if case .key(let key) = step { FoldedText.append(key, to: &bytes) }
    bytes.append(UInt8(ascii: " "))
    switch value {
    case .string(let text): FoldedText.append(text, to: &bytes)
    case .null, .bool, .integer, .number: bytes.append(contentsOf: value.text().utf8)
    case .list, .object: break
    }
  }
}
