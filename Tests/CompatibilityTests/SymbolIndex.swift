/// Resolves symbol links as DocC does: from the documented symbol outwards.
struct SymbolIndex: Sendable {
  /// The symbol whose doc comment contains a link, and its visibility.
  struct Context: Sendable {
    let path: [String]
    let isPublic: Bool

    /// The context of an article, whose links name public symbols from the top of the module.
    static let article = Context(path: [], isPublic: true)
    /// The context of a comment of an extension, which is not a symbol itself.
    static let file = Context(path: [], isPublic: false)
  }

  private struct Target {
    var kinds: Set<String> = []
    var isPublic = false
  }

  /// The symbols of each module, by path.
  private var targets: [String: [[String]: Target]] = [:]

  mutating func add(_ symbols: [SymbolGraph.Symbol], of module: String) {
    for symbol in symbols {
      var target = targets[module, default: [:]][symbol.pathComponents] ?? Target()
      target.kinds.insert(symbol.kind.identifier)
      target.isPublic = target.isPublic || symbol.isPublic
      targets[module, default: [:]][symbol.pathComponents] = target
    }
  }

  /// Whether a link names a symbol that the reader of its comment can use.
  ///
  /// A link can also name a module, or begin with the name of a module.
  func resolves(_ link: String, from context: Context) -> Bool {
    var parts = link.split(separator: "/").map(String.init)
    var kind: String?
    if let last = parts.last, let range = last.firstRange(of: "-swift.") {
      kind = String(last[last.index(after: range.lowerBound)...])
      parts[parts.count - 1] = String(last[..<range.lowerBound])
    }
    func matches(_ path: [String], in module: String) -> Bool {
      guard let target = targets[module]?[path] else { return false }
      return (target.isPublic || !context.isPublic) && kind.map(target.kinds.contains) != false
    }
    for count in (0...context.path.count).reversed() {
      let path = Array(context.path.prefix(count)) + parts
      // An extension of a type of another module can also link to the members of that type.
      if targets.keys.contains(where: { matches(path, in: $0) }) { return true }
    }
    guard let module = parts.first, targets[module] != nil else { return false }
    return parts.count == 1 || matches(Array(parts.dropFirst()), in: module)
  }
}
