/// The scopes of a file: the types, object literals and function bodies that enclose each token.
struct CodeScopes {
  struct Scope {
    enum Kind {
      case type, enumeration
      /// An object literal of JavaScript.
      case object
      /// A pair of parentheses or brackets, such as around arguments, or around several declarations,
      /// `const (…)` in Go.
      case group
      /// The body of a function, a branch, a loop or a closure.
      case body
    }

    let kind: Kind
    /// The name of a type or object, or the keyword of declarations in parentheses, such as `const`;
    /// `nil` for other scopes.
    let name: String?
    let parent: Int?
    let start: Int
    var end: Int
    /// Whether all members are static, as in an `object` of Kotlin.
    var isStatic = false
    /// The indentation of the line that begins the scope, for languages with indentation.
    var column = 0
  }

  private(set) var scopes: [Scope] = []
  /// The index of the innermost scope of each token; -1 outside of all scopes.
  private var inner: [Int32] = []
  private var stack: [Int] = []

  init(_ file: CodeFile) {
    inner.reserveCapacity(file.tokens.count)
    let isIndented = file.language.row.isIndented
    for index in file.tokens.indices {
      let isInBrackets = stack.last.map { scopes[$0].kind == .group } ?? false
      if isIndented, file.tokens[index].isFirst, !isInBrackets { indent(file, index) }
      inner.append(Int32(stack.last ?? -1))
      if isIndented {
        if file.has(oneOf: "([{", at: index) { push(.group, nil, index) }
        if isInBrackets, file.has(oneOf: ")]}", at: index) { close(index) }
      } else {
        if file.has(oneOf: "{(", at: index) { open(file, index) }
        if file.has(oneOf: "})", at: index) { close(index) }
      }
    }
    for index in stack { scopes[index].end = file.tokens.count }
  }

  /// Returns the index of the innermost scope of a token, ignoring parentheses; `nil` outside of all
  /// scopes.
  func index(of token: Int) -> Int? {
    var index = inner[token] < 0 ? nil : Int(inner[token])
    var depth = 0
    while let current = index, scopes[current].kind == .group, depth < Self.chainLimit {
      index = scopes[current].parent
      depth += 1
    }
    return index
  }

  /// Returns the innermost scope of a token, ignoring parentheses; `nil` outside of all scopes.
  func scope(of token: Int) -> Scope? { index(of: token).map { scopes[$0] } }

  /// The maximum number of enclosing scopes in which a constant is searched.
  private static let chainLimit = 100

  /// Returns the indices of the scopes that enclose a token, the innermost first.
  func chain(of token: Int) -> [Int] {
    var chain: [Int] = []
    var index = inner[token] < 0 ? nil : Int(inner[token])
    while let current = index, chain.count < Self.chainLimit {
      chain.append(current)
      index = scopes[current].parent
    }
    return chain
  }

  /// Returns whether the token is in the parentheses of several declarations, `const (…)` in Go.
  func isGrouped(_ token: Int) -> Bool {
    inner[token] >= 0 && scopes[Int(inner[token])].kind == .group
      && scopes[Int(inner[token])].name != nil
  }

  /// Returns whether the token is in other parentheses, such as those of arguments.
  func isInParentheses(_ token: Int) -> Bool {
    inner[token] >= 0 && scopes[Int(inner[token])].kind == .group
      && scopes[Int(inner[token])].name == nil
  }

  /// Returns the name of the innermost named scope that is or encloses the given scope; `nil` if there
  /// is none.
  func owner(of scope: Scope) -> String? {
    var scope = scope
    while scope.name == nil, let parent = scope.parent { scope = scopes[parent] }
    return scope.name
  }

  // MARK: Braces

  private mutating func push(_ kind: Scope.Kind, _ name: String?, _ index: Int, column: Int = 0) {
    stack.append(scopes.count)
    scopes.append(
      Scope(
        kind: kind,
        name: name,
        parent: stack.dropLast().last,
        start: index,
        end: index,
        column: column
      )
    )
  }

  private mutating func close(_ index: Int) {
    guard let last = stack.popLast() else { return }
    scopes[last].end = index
  }

  private mutating func open(_ file: CodeFile, _ index: Int) {
    if file.has("(", at: index) {
      let word = file.language == .go ? file.word(index - 1) : nil
      let isGroup = word == "const" || word == "var"
      return push(.group, isGroup ? word : nil, index)
    }
    if file.language == .javaScript, let name = objectName(file, index) {
      return push(.object, name, index)
    }
    let (kind, name, isStatic) = header(file, index)
    push(kind, name, index)
    scopes[scopes.count - 1].isStatic = isStatic
  }

  /// Returns the name of the constant or the key whose value is the object literal at a brace.
  private func objectName(_ file: CodeFile, _ index: Int) -> String? {
    var before = index - 1
    if file.has("(", at: before), file.word(before - 1) == "freeze" {
      before = file.chainStart(before - 1) - 1
    }
    if file.has("=", at: before) {
      // `const name = {`, also with a type between the name and `=`
      var at = before - 1
      while at >= 0, before - at < 30, !file.has(oneOf: ";{}", at: at) {
        if let word = file.word(at), Self.declaring.contains(word) { return file.word(at + 1) }
        if file.tokens[at].isFirst { return nil }
        at -= 1
      }
      return nil
    }
    if file.has(":", at: before), stack.last.map({ scopes[$0].kind == .object }) == true {
      return file.word(before - 1)
    }
    return nil
  }

  private static let declaring: Set = ["const", "let", "var", "static", "readonly"]
  private static let types: Set = [
    "class", "struct", "enum", "extension", "interface", "object", "namespace", "protocol", "actor",
    "record", "trait", "mixin", "module",
  ]
  private static let bodies: Set = [
    "func", "fun", "function", "init", "if", "else", "for", "while", "switch", "guard", "do", "try",
    "catch", "get", "set", "when", "return", "let", "var", "val", "const",
  ]

  /// Determines the kind and the name of the scope that begins at a brace, by the words of the statement
  /// before the brace.
  private func header(_ file: CodeFile, _ index: Int) -> (
    Scope.Kind, name: String?, isStatic: Bool
  ) {
    var at = index - 1
    while at >= 0, index - at < 40 {
      if file.has(oneOf: ";{}", at: at) { break }
      if file.has(")", at: at), inner[at] >= 0 {
        at = scopes[Int(inner[at])].start - 1
        continue
      }
      if let word = file.word(at) {
        if Self.types.contains(word), !file.has(".", at: at - 1), !file.has(":", at: at - 1) {
          let isEnumeration = word == "enum" || file.word(at - 1) == "enum"
          let name = typeName(file, at + 1, before: index)
          return (isEnumeration ? .enumeration : .type, name, word == "object")
        }
        if Self.bodies.contains(word), !file.has(".", at: at - 1) { break }
      }
      at -= 1
    }
    return (.body, nil, false)
  }

  /// Returns the last component of the type name that begins at a token, such as `Name` of `App.Name`.
  private func typeName(_ file: CodeFile, _ start: Int, before end: Int) -> String? {
    var at = start
    if file.word(at) == "class" || file.word(at) == "struct" { at += 1 }
    guard at < end, let first = file.word(at) else { return nil }
    var name = first
    while file.has(".", at: at + 1), let next = file.word(at + 2) {
      name = next
      at += 2
    }
    return name
  }

  // MARK: Indentation

  /// Ends the scopes whose indentation the line leaves, and begins the scope of a class, a module or a
  /// function.
  private mutating func indent(_ file: CodeFile, _ index: Int) {
    var start = Int(file.tokens[index].start)
    var column = 0
    while start > 0, file.bytes[start - 1] != .lineFeed {
      start -= 1
      column += 1
    }
    while let last = stack.last, scopes[last].column >= column {
      scopes[last].end = index
      stack.removeLast()
    }
    var at = index
    if file.word(at) == "async" { at += 1 }
    guard let word = file.word(at), ["class", "module", "def"].contains(word) else { return }
    var name = at + 1
    while file.has(":", at: name + 1), file.has(":", at: name + 2), file.word(name + 3) != nil {
      name += 3
    }
    push(
      word == "def" ? .body : .type,
      word == "def" ? nil : file.word(name),
      index,
      column: column
    )
  }
}
