/// A constant whose value is the name of a feature.
struct Constant: Sendable {
  /// The part of the code in which the constant can be used by its name alone, without a qualifier.
  enum Reach: Equatable, Sendable {
    /// The body of a function; `scope` is the index of the scope in the file.
    case local(scope: Int)
    /// The type of the constant, by the range of its tokens; elsewhere, the name of the type is needed.
    case member(Range<Int>)
    /// The file, and the other files that import the constant or see global constants.
    case global
  }

  /// The name of the feature.
  let feature: String
  let name: String
  /// The name of the type or object to which the constant belongs; `nil` for other constants.
  let owner: String?
  let reach: Reach
  let language: CodeLanguage
  /// The index of the file in the list of files.
  let file: Int
  /// The folder of the file, whose name can be that of a module.
  let folder: String
  /// The name of the file without its extension, which can be that of a module.
  let stem: String
  /// The index of the token of the declared name.
  let token: Int

  /// The name with the owner, such as `Name.newCart`; without an owner, the name alone.
  var text: String { owner.map { "\($0).\(name)" } ?? name }
}

/// Finds the declaration of the constant whose value is a given literal.
struct DeclarationReader {
  let file: CodeFile
  let scopes: CodeScopes

  /// A declared constant with the code that can use it.
  struct Declaration {
    let name: String
    let token: Int
    let owner: String?
    let reach: Constant.Reach
    /// Whether the constant is a member of each instance of its type, so that not all uses can be found.
    let isInstanceMember: Bool
  }

  /// Returns the declaration whose value is the literal at the given index; `nil` if the literal is used
  /// in another way.
  func declaration(of literal: Int) -> Declaration? {
    guard isContainer(literal) else { return nil }
    var at = literal - 1
    while file.has("(", at: at) || isLabel(at) {
      if isLabel(at) { at -= 2 }
      guard file.has("(", at: at), let callee = file.word(at - 1) else { return nil }
      if isEntry(at - 1) { return found(at - 1) }
      guard callee.first?.isUppercase == true || Self.initializers.contains(callee) else {
        return nil
      }
      at = file.chainStart(at - 1) - 1
      if ["new", "const"].contains(file.word(at)) { at -= 1 }
    }
    if file.has(":", at: at) { return object(at - 1) }
    if file.language == .objectiveC, let name = file.word(at), file.word(at - 1) == "define" {
      return name.isEmpty ? nil : found(at)
    }
    if let name = property(before: at) { return found(name) }
    guard file.has("=", at: at), !file.has(oneOf: "=!<>+-*/%&|^~?", at: at - 1) else { return nil }
    at -= file.has(":", at: at - 1) ? 2 : 1
    guard let name = declaredName(endingAt: at), isDeclared(name) else { return nil }
    return found(name)
  }

  /// Returns the token of the name of a computed property that consists only of the value after the
  /// given index: `var name: Type { value }`, or `Type name => value`.
  private func property(before index: Int) -> Int? {
    switch file.language {
    case .swift:
      let at = file.word(index) == "return" ? index - 1 : index
      guard file.has("{", at: at), let name = declaredName(endingAt: at - 1),
        file.has(":", at: name + 1), file.word(name - 1) == "var"
      else { return nil }
      return name
    case .cSharp, .dart:
      guard file.has(">", at: index), file.has("=", at: index - 1),
        let name = declaredName(endingAt: index - 2), file.word(name - 1) != nil
      else { return nil }
      return name
    case .objectiveC, .kotlin, .java, .javaScript, .markup, .python, .go, .ruby: return nil
    }
  }

  /// The functions, besides initializers of types, whose result is treated as their first argument.
  private static let initializers: Set = ["init", "of", "freeze", "valueOf", "fromString"]

  /// Returns whether the token at an index ends the label of a first argument, `name:` or `name =`.
  private func isLabel(_ index: Int) -> Bool {
    file.has(oneOf: ":=", at: index) && file.word(index - 1) != nil && file.has("(", at: index - 2)
  }

  /// Returns whether the literal is the whole value, and not an operand of an expression.
  private func isContainer(_ literal: Int) -> Bool {
    var next = literal + 1
    while file.has(")", at: next), !file.tokens[next].isFirst { next += 1 }
    guard next < file.tokens.count else { return true }
    if file.has(oneOf: ";,)}]!", at: next) { return true }
    if let word = file.word(next), ["as", "satisfies"].contains(word) { return true }
    if file.has(".", at: next), file.word(next + 1) == "freeze" { return true }
    return file.tokens[next].isFirst && !file.has(oneOf: ".+?", at: next)
  }

  private func found(_ token: Int) -> Declaration? {
    guard let name = file.word(token) else { return nil }
    var scope = scopes.scope(of: token)
    let isInstanceMember = isInstanceMember(token, in: scope)
    // Treats the members of a Kotlin companion object as members of its class.
    while let current = scope, current.kind == .type, current.name == nil,
      let parent = current.parent
    {
      scope = scopes.scopes[parent]
    }
    let reach: Constant.Reach
    switch scope?.kind {
    case .body: reach = .local(scope: scopes.index(of: token) ?? 0)
    case .type, .enumeration, .object: reach = .member((scope?.start ?? 0)..<(scope?.end ?? 0))
    case .group, nil: reach = .global
    }
    let owner = scope.flatMap { $0.kind == .body ? nil : scopes.owner(of: $0) }
    return Declaration(
      name: name,
      token: token,
      owner: owner,
      reach: reach,
      isInstanceMember: isInstanceMember
    )
  }

  /// Returns a member of an object literal of JavaScript, or an object of Kotlin.
  ///
  /// An example of the latter is `object Cart : Flag("New Cart")`.
  private func object(_ name: Int) -> Declaration? {
    switch file.language {
    case .javaScript, .markup: scopes.scope(of: name)?.kind == .object ? found(name) : nil
    case .kotlin: file.word(name - 1) == "object" ? found(name) : nil
    case .swift, .objectiveC, .java, .python, .go, .cSharp, .ruby, .dart: nil
    }
  }

  /// Returns whether the token is the name of an enumeration entry, such as `NEW_CART("New Cart")`.
  private func isEntry(_ index: Int) -> Bool {
    scopes.scope(of: index)?.kind == .enumeration && file.language != .swift
      && (file.has(oneOf: "{,", at: index - 1) || file.tokens[index].isFirst)
  }

  /// Returns the token of the declared name in `name =` or `name: Type =`; the part before `=` ends at
  /// the given index.
  private func declaredName(endingAt end: Int) -> Int? {
    var at = end
    while at > end - 12, at > 0 {
      if file.has(":", at: at) { return file.word(at - 1) == nil ? nil : at - 1 }
      guard file.word(at) != nil || file.has(oneOf: ".<>?![],|", at: at) else { break }
      if file.tokens[at].isFirst { break }
      at -= 1
    }
    guard file.language == .go else { return file.word(end) == nil ? nil : end }
    at = end
    while !file.tokens[at].isFirst, at > 0, file.has(oneOf: ".*", at: at - 1) || isName(at - 1) {
      at -= 1
    }
    return file.word(at) == nil ? nil : at
  }

  private func isName(_ index: Int) -> Bool {
    file.word(index).map { !file.language.row.declaring.contains($0) } ?? false
  }

  /// Returns whether the name at the given index is declared, and not only assigned.
  private func isDeclared(_ name: Int) -> Bool {
    let row = file.language.row
    // Excludes labels of arguments, and parameters with a default value.
    guard !scopes.isInParentheses(name) else { return false }
    if row.isIndented {
      guard file.tokens[name].isFirst else { return false }
      return file.language != .ruby || file.word(name)?.first?.isUppercase == true
    }
    let kind = scopes.scope(of: name)?.kind
    if kind == .enumeration, file.language != .swift { return true }
    if scopes.isGrouped(name), file.tokens[name].isFirst { return true }
    // `name := "…"` in Go
    if file.language == .go, file.has(":", at: name + 1) { return true }
    if row.hasTypedNames, !file.tokens[name].isFirst, file.word(name - 1) != nil { return true }
    let words = modifiers(before: name)
    return words.contains { row.declaring.contains($0) || ($0 == "case" && kind == .enumeration) }
  }

  /// Returns the words that precede the name in its declaration.
  private func modifiers(before name: Int) -> [String] {
    var words: [String] = []
    var at = name
    while at > 0, name - at < 200, !file.tokens[at].isFirst, !file.has(oneOf: ";{}(", at: at - 1) {
      at -= 1
      if let word = file.word(at) { words.append(word) }
    }
    return words
  }

  /// Returns whether the name is declared as a member of each instance of a type, so that code uses it
  /// through an instance.
  private func isInstanceMember(_ name: Int, in scope: CodeScopes.Scope?) -> Bool {
    guard let scope, !scope.isStatic else { return false }
    switch scope.kind {
    case .type, .enumeration: break
    case .object:
      // Treats members of nested objects as instance members, because code uses the outer object as a
      // whole: `{ cart: { key: "New Cart" } }`.
      return scope.parent.map { scopes.scopes[$0].kind == .object } ?? false
    case .group, .body: return false
    }
    if file.word(name - 1) == "object" { return false }
    switch file.language {
    case .swift, .java, .cSharp, .dart, .javaScript, .markup, .kotlin:
      if scope.kind == .enumeration, file.language != .swift { return false }
      return modifiers(before: name).allSatisfy { !Self.shared.contains($0) }
    case .python, .ruby, .go, .objectiveC: return false
    }
  }

  /// The modifiers of a member that belongs to the type instead of its instances.
  private static let shared: Set = ["static", "class", "const", "case"]
}
