import Files

/// Searches one file for literals, declarations of constants, and uses of constants.
struct FileSearch {
  private let file: CodeFile
  private let scopes: CodeScopes
  private let references: ReferenceReader
  private let path: String
  private let index: Int

  init(
    _ bytes: UnsafeBufferPointer<UInt8>,
    _ language: CodeLanguage,
    path: String,
    index: Int
  ) {
    file = CodeFile(bytes, language)
    scopes = CodeScopes(file)
    references = ReferenceReader(file, scopes, index: index, folder: FileSystem.parent(of: path))
    self.path = path
    self.index = index
  }

  /// Finds literals with one of the names, declarations of constants with such a literal, uses of local
  /// constants, and aliases.
  func usages(of terms: SearchTerms) -> FileFindings {
    var findings = FileFindings()
    var finder = LineFinder(file.bytes)
    let declarations = DeclarationReader(file: file, scopes: scopes)
    let aliases = AliasReader(
      file: file,
      scopes: scopes,
      references: references,
      table: terms.aliases
    )
    for token in file.tokens.indices {
      guard let name = file.value(token), terms.names.contains(name) else {
        let text = file.value(token) ?? word(token, in: terms.aliasWords)
        let matches = text.map { aliases.matches(token, $0) } ?? []
        findings.usages += usages(of: matches, token, &finder)
        let isKnown = matches.contains { $0.pattern != nil }
        if !isKnown, let name = file.value(token), terms.calls?.has(token, in: file) == true {
          findings.unknownNames.append(
            UnknownName(name: name, location: location(of: token, &finder))
          )
        }
        continue
      }
      var kind = Usage.Kind.literal
      if let declaration = declarations.declaration(of: token) {
        let constant = constant(declaration, feature: name)
        if !declaration.isInstanceMember { kind = .declaration(constant.text) }
        findings.constants.append(constant)
      }
      findings.usages.append(usage(of: name, token, kind, &finder))
    }
    addLocalUses(to: &findings)
    return findings
  }

  private func usages(
    of matches: [AliasReader.Match],
    _ token: Int,
    _ finder: inout LineFinder
  ) -> [Usage] {
    matches.map { match in
      let kind = match.pattern.map { Usage.Kind.pattern($0.text) } ?? .alias(match.alias)
      return usage(of: match.feature, token, kind, &finder)
    }
  }

  /// Removes local constants from the findings, and adds their uses instead: other files cannot use
  /// these constants.
  ///
  /// Of several equal constants, only the first remains.
  private func addLocalUses(to findings: inout FileFindings) {
    var locals: [Int: [String: Constant]] = [:]
    var known: Set<[String]> = []
    findings.constants = findings.constants.filter { constant in
      guard case .local(let scope) = constant.reach else {
        return known.insert([constant.feature, constant.text]).inserted
      }
      locals[scope, default: [:]][constant.name] = constant
      return false
    }
    guard !locals.isEmpty else { return }
    let words = WordFilter(locals.values.joined().map(\.key))
    var finder = LineFinder(file.bytes)
    for token in file.tokens.indices {
      guard let name = word(token, in: words) else { continue }
      let scope = scopes.chain(of: token).first { locals[$0]?[name] != nil }
      guard let scope, let constant = locals[scope]?[name] else { continue }
      if references.isUse(token, of: constant) {
        findings.usages.append(
          usage(of: constant.feature, token, .reference(constant.text), &finder)
        )
      }
    }
  }

  /// Returns the text of a word token if the filter contains it; `nil` for other tokens.
  private func word(_ token: Int, in words: WordFilter) -> String? {
    let position = file.tokens[token]
    guard position.kind == .word,
      words.contains(file.bytes, Int(position.start)..<Int(position.end))
    else { return nil }
    return file.word(token)
  }

  /// Finds the uses of constants; `constants` groups them by name.
  func references(to constants: [String: [Constant]], _ words: WordFilter) -> FileFindings {
    var findings = FileFindings()
    var finder = LineFinder(file.bytes)
    for token in file.tokens.indices {
      guard let candidates = word(token, in: words).flatMap({ constants[$0] }) else { continue }
      var features: Set<String> = []
      for constant in candidates
      where references.isUse(token, of: constant) && features.insert(constant.feature).inserted {
        findings.usages.append(
          usage(of: constant.feature, token, .reference(constant.text), &finder)
        )
      }
    }
    return findings
  }

  private func constant(_ declaration: DeclarationReader.Declaration, feature: String) -> Constant {
    Constant(
      feature: feature,
      name: declaration.name,
      owner: declaration.owner,
      reach: declaration.reach,
      language: file.language,
      file: index,
      folder: FileSystem.parent(of: path),
      stem: path.split(separator: "/").last.map { String($0.prefix { $0 != "." }) } ?? "",
      token: declaration.token
    )
  }

  private func usage(
    of feature: String,
    _ token: Int,
    _ kind: Usage.Kind,
    _ finder: inout LineFinder
  ) -> Usage {
    Usage(
      feature: feature,
      location: location(of: token, &finder),
      kind: kind,
      isCondition: Condition.has(token, in: file)
    )
  }

  private func location(of token: Int, _ finder: inout LineFinder) -> CodeLocation {
    let position = finder.position(of: Int(file.tokens[token].start))
    return CodeLocation(
      path: path,
      line: position.line,
      column: position.column,
      text: position.text
    )
  }
}
