/// Decides which words and literals of a file refer to features by an alias or a pattern.
struct AliasReader {
  let file: CodeFile
  let scopes: CodeScopes
  let references: ReferenceReader
  let table: AliasTable

  /// A feature to which a token refers.
  struct Match {
    let feature: String
    let alias: String
    /// The pattern that matches around the token; `nil` if the token counts by the alias alone.
    let pattern: CodePattern?
  }

  /// Returns the features to which a word or a literal with the given text refers.
  func matches(_ token: Int, _ text: String) -> [Match] {
    guard let entries = table.entries[text] else { return [] }
    let pattern = table.patterns.first { $0.matches(token, in: file) }
    let isUse = pattern != nil || file.tokens[token].kind == .literal || isUsed(token)
    guard isUse else { return [] }
    return entries.compactMap { entry in
      guard pattern != nil || !entry.needsPattern else { return nil }
      return Match(feature: entry.feature, alias: entry.alias, pattern: pattern)
    }
  }

  /// Returns whether the code reads the word, instead of declaring, assigning or importing it.
  private func isUsed(_ token: Int) -> Bool {
    if references.isImported(token) { return file.word(token + 1) == "as" }
    let start = file.chainStart(token)
    if let word = file.word(start - 1), ["package", "namespace"].contains(word) { return false }
    if isDestructured(token) { return true }
    if isAssigned(token) { return false }
    if start < token || references.isRubyPath(token) { return true }
    return !references.isDeclaredOrLabel(token) && !isDeclared(token)
  }

  /// Returns whether the token is a name in a destructuring of JavaScript, such as `const { name: x } = …`
  /// and `const { name = false } = …`.
  private func isDestructured(_ token: Int) -> Bool {
    guard file.language == .javaScript, file.has(oneOf: "{,", at: token - 1),
      file.has(oneOf: ":=", at: token + 1)
    else { return false }
    let end = (token..<token + 40).first { file.has("}", at: $0) }
    return end.map { file.has("=", at: $0 + 1) && !file.has(oneOf: "=>", at: $0 + 2) } ?? false
  }

  /// Returns whether the token is the name in a declaration without a keyword, such as that of a method.
  private func isDeclared(_ token: Int) -> Bool {
    let isFirst = file.tokens[token].isFirst
    let hasKeyword = file.word(token - 1).map(file.language.row.declaring.contains) ?? false
    if hasKeyword { return true }
    let kind = scopes.scope(of: token)?.kind
    if kind == .enumeration, !scopes.isInParentheses(token) {
      let isEntry = file.has(oneOf: "{,", at: token - 1)
      if isEntry || (isFirst && file.language != .swift) { return true }
    }
    switch file.language {
    case .go: return isDeclaredInGo(token)
    case .javaScript, .markup:
      let isModified = file.word(token - 1).map(Self.modifiers.contains) ?? false
      guard isFirst || isModified || file.has(oneOf: "{};", at: token - 1) else { return false }
      if kind == .type, file.has("(", at: token + 1) { return true }
      return file.has(":", at: file.has("?", at: token + 1) ? token + 2 : token + 1)
    case .python: return isFirst && file.has(":", at: token + 1)
    case .swift, .objectiveC, .kotlin, .java, .cSharp, .ruby, .dart: return false
    }
  }

  private static let modifiers: Set = ["get", "set", "static", "async", "public", "private"]

  /// Returns whether the token is the name of a field, a parameter or a method in Go.
  private func isDeclaredInGo(_ token: Int) -> Bool {
    let next = listEnd(token)
    if file.word(next) != nil, !file.tokens[next].isFirst { return true }
    guard file.has(")", at: token - 1), let group = scopes.chain(of: token - 1).first else {
      return false
    }
    return file.word(scopes.scopes[group].start - 1) == "func"
  }

  /// The maximum number of names in a list, so that the search takes linear time.
  private static let listLimit = 20

  /// Returns the index after a list of names, such as `name, error`, of which the token is an element.
  private func listEnd(_ token: Int) -> Int {
    var next = token + 1
    while next - token < 2 * Self.listLimit, file.has(",", at: next), file.word(next + 1) != nil {
      next += 2
    }
    return next
  }

  /// Returns whether the token is the target of an assignment, such as `name = …` and `name, error := …`.
  private func isAssigned(_ token: Int) -> Bool {
    let next = file.language == .go ? listEnd(token) : token + 1
    if file.has(":", at: next), file.has("=", at: next + 1) { return true }
    return next == token + 1 && file.has("=", at: next) && !file.has(oneOf: "=>~", at: next + 1)
  }
}
