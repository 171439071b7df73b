/// Decides whether words in a file are uses of constants.
struct ReferenceReader {
  let file: CodeFile
  let scopes: CodeScopes
  /// The index of the file in the list of files.
  let index: Int
  /// The folder of the file.
  private let folder: String
  /// The imported names, and the last components of imported paths.
  ///
  /// A name with `.*` is a type whose members are all imported.
  private var imported: Set<String> = []
  /// The indices of all tokens that belong to imports.
  private var imports: Set<Int> = []

  init(_ file: CodeFile, _ scopes: CodeScopes, index: Int, folder: String) {
    self.folder = folder
    self.file = file
    self.scopes = scopes
    self.index = index
    for token in file.tokens.indices where file.tokens[token].isFirst {
      if let end = importEnd(token) { read(import: token..<end) }
    }
  }

  /// Returns whether a word of the file is a use of the constant.
  ///
  /// For a local constant, the caller ensures that the scope of the constant encloses the word.
  func isUse(_ token: Int, of constant: Constant) -> Bool {
    let isHome = constant.file == index
    guard constant.language.shares(constantsOf: file.language),
      !(isHome && constant.token == token)
    else { return false }
    // Treats an import under another name as the use, because the uses of the other name are not found.
    if imports.contains(token) { return !isHome && file.word(token + 1) == "as" }
    if file.has(".", at: token - 1) || isRubyPath(token) { return isMember(token, of: constant) }
    if isDestructured(token, of: constant) { return true }
    guard !isDeclaredOrLabel(token) else { return false }
    switch constant.reach {
    case .local: return isHome
    case .member(let range):
      if isHome, range.contains(token) { return true }
      if file.language == .java, file.word(token - 1) == "case" { return true }
      return importsMembers(of: constant)
    case .global:
      if isHome || imported.contains(constant.name) { return true }
      let isInPackage = file.language == .go && constant.folder == folder
      return isInPackage || file.language.row.seesGlobals
    }
  }

  /// Returns whether the word before the dot of a member is the type or the module of the constant.
  private func isMember(_ token: Int, of constant: Constant) -> Bool {
    var before = token - (file.has(".", at: token - 1) ? 2 : 3)
    // `owner?.name`, but not `condition ? .name : .other`
    if file.has(oneOf: "?!", at: before), file.tokens[before].end == file.tokens[before + 1].start {
      before -= 1
    }
    if file.word(before) == "Companion" { before -= 2 }
    guard let qualifier = file.word(before), !Self.keywords.contains(qualifier) else {
      return isImplicit(before) && constant.owner != nil && file.language == .swift
    }
    let isSelf = ["self", "Self", "this", "cls"].contains(qualifier)
    switch constant.reach {
    case .local: return false
    case .member(let range):
      return qualifier == constant.owner
        || isSelf && constant.file == index && range.contains(token)
    case .global:
      let isModule =
        [constant.stem, constant.stem + "Kt"].contains(qualifier)
        || constant.folder.hasSuffix("/" + qualifier)
      return !isSelf && (isModule || imported.contains(qualifier))
    }
  }

  /// Returns whether the file imports the member, or all members of its type, so that uses need no
  /// qualifier.
  private func importsMembers(of constant: Constant) -> Bool {
    if [.kotlin, .java].contains(file.language), imported.contains(constant.name) { return true }
    return constant.owner.map { imported.contains($0 + ".*") } ?? false
  }

  /// Returns whether the token is a name in a destructuring of JavaScript, `const { name } = Owner`.
  private func isDestructured(_ token: Int, of constant: Constant) -> Bool {
    guard file.language == .javaScript, let owner = constant.owner,
      file.has(oneOf: "{,", at: token - 1)
    else { return false }
    let end = (token..<token + 40).first { file.has("}", at: $0) }
    return end.map { file.has("=", at: $0 + 1) && file.word($0 + 2) == owner } ?? false
  }

  /// The keywords after which a dot begins an expression, and which are therefore no qualifiers.
  private static let keywords: Set = [
    "return", "case", "in", "is", "as", "await", "try", "throw", "else", "where",
  ]

  /// Returns whether a dot after the token begins an implicit member expression, such as `.newCart`.
  private func isImplicit(_ before: Int) -> Bool {
    guard before >= 0 else { return true }
    if file.tokens[before].kind == .literal { return false }
    return !file.has(oneOf: ")]}>", at: before)
  }

  func isRubyPath(_ token: Int) -> Bool {
    file.language == .ruby && file.has(":", at: token - 1) && file.has(":", at: token - 2)
  }

  private static let declaring: Set = [
    "let", "var", "val", "const", "func", "fun", "function", "def", "class", "struct", "enum",
    "interface", "object", "type", "typealias",
  ]

  /// Returns whether the word is a declared name, an argument label, or a key.
  func isDeclaredOrLabel(_ token: Int) -> Bool {
    if let word = file.word(token - 1) {
      if Self.declaring.contains(word) { return true }
      // `String title` in Java
      let isTyped = file.language.row.hasTypedNames && !file.tokens[token].isFirst
      if isTyped, !Self.keywords.contains(word), word != "new" { return true }
    }
    if file.word(token - 1) == "case", file.language == .swift { return true }
    guard file.has(oneOf: "(,{", at: token - 1) else { return false }
    if file.has(":", at: token + 1) { return !file.has(":", at: token + 2) }
    return file.has("=", at: token + 1) && !file.has("=", at: token + 2)
      && file.has(oneOf: "(,", at: token - 1)
  }

  // MARK: Imports

  /// Returns whether the token belongs to an import.
  func isImported(_ token: Int) -> Bool { imports.contains(token) }

  /// Returns the end of the import that begins at the token; `nil` if no import begins there.
  private func importEnd(_ token: Int) -> Int? {
    guard let word = file.word(token) else { return nil }
    let isScript = file.language == .javaScript
    var isImport = Self.importWords.contains(word)
    if file.language != .go, file.has("(", at: token + 1) { isImport = false }
    if word == "using", file.word(token + 1) == "var" { isImport = false }
    let isFrom = word == "from" && file.language == .python
    let canImport = isScript && ["const", "let", "var", "export"].contains(word)
    guard isImport || isFrom || canImport else { return nil }
    var (end, depth) = (token + 1, 0)
    var isForeign = isImport || isFrom
    while end < file.tokens.count, end - token < Self.importLimit {
      if depth == 0, file.tokens[end].isFirst || file.has(";", at: end) { break }
      if file.has(oneOf: "({", at: end) { depth += 1 }
      if file.has(oneOf: ")}", at: end) { depth -= 1 }
      // `const name = require("…")`, `export { name } from "…"`
      if canImport, depth == 0, let word = file.word(end), ["require", "from"].contains(word) {
        isForeign = true
      }
      end += 1
    }
    return isForeign ? end : nil
  }

  /// The maximum number of tokens of an import.
  private static let importLimit = 400

  private static let importWords: Set = [
    "import", "using", "require", "require_relative", "include",
  ]

  private mutating func read(import range: Range<Int>) {
    imports.formUnion(range)
    let isStatic =
      file.word(range.lowerBound) == "include" || file.word(range.lowerBound + 1) == "static"
    for token in range {
      if let word = file.word(token) {
        // Skips the new name of an import, which another constant can also have.
        let isAlias = file.word(token - 1) == "as" && file.word(token - 2) != nil
        if !isAlias || file.language != .javaScript { imported.insert(word) }
        if isStatic || file.has("*", at: token + 2) { imported.insert(word + ".*") }
      } else if let path = file.value(token), let last = path.split(separator: "/").last {
        imported.insert(String(last.prefix { $0 != "." }))
      }
    }
  }
}
