import Targeting

/// Parses the expression of a condition of a client template.
///
/// An expression is one or more clauses that are joined by `&&`. A clause compares an element, such as
/// `device.os`, with literals. Source: the reference of conditional expressions of Firebase.
struct ConditionExpression {
  /// A part of a clause.
  private enum Token: Hashable {
    case word(String)
    case text(String)
    case number(String)
    case symbol(String)

    var isLiteral: Bool {
      switch self {
      case .text, .number: true
      case .word, .symbol: false
      }
    }

    var isText: Bool { if case .text = self { true } else { false } }

    var isBracket: Bool {
      if case .symbol(let text) = self { "()[],".contains(text) } else { false }
    }

    var text: String {
      switch self {
      case .word(let text), .text(let text), .number(let text), .symbol(let text): text
      }
    }
  }

  /// The parts of a clause: an element with an optional key, an operator and literals.
  private struct Clause {
    var element = ""
    var key: String?
    var isVersion = false
    /// Whether the operator is a method of the element, such as `.contains(…)`.
    var isMethod = false
    var comparison = ""
    var literals: [Token] = []
    let source: String
  }

  /// The reason of a clause that cannot be parsed.
  static let unreadable = "its expression cannot be read"

  /// The rule of a condition without an expression.
  static let missing = ConditionRule.undecided("nothing", reason: "the condition has no expression")

  /// Parses an expression.
  ///
  /// A clause that cannot be parsed is undecided for the reason ``unreadable``.
  static func rule(of expression: String) -> ConditionRule {
    guard let tokens = tokens(of: expression) else {
      return .undecided(expression, reason: unreadable)
    }
    let clauses = tokens.split(separator: .symbol("&&"), omittingEmptySubsequences: false)
    let rules = clauses.map { tokens in
      let source = tokens.map { $0.isText ? "'\($0.text)'" : $0.text }.joined(separator: " ")
      return clause(tokens, source).flatMap(rule(of:)) ?? .undecided(source, reason: unreadable)
    }
    return rules.count == 1 ? rules[0] : .all(rules)
  }
}

// MARK: Clauses

extension ConditionExpression {
  private static func clause(_ tokens: ArraySlice<Token>, _ source: String) -> Clause? {
    var clause = Clause(source: source)
    var rest = tokens
    func skip(_ symbol: String) -> Bool {
      guard rest.first == .symbol(symbol) else { return false }
      rest.removeFirst()
      return true
    }
    guard case .word(let first)? = rest.popFirst() else { return nil }
    clause.element = first
    if first == "percent" { return clause }
    if first == "version", skip("(") {
      guard case .word(let inner)? = rest.popFirst() else { return nil }
      (clause.element, clause.isVersion) = (inner, true)
    }
    if skip("[") {
      guard case .text(let key)? = rest.popFirst(), skip("]") else { return nil }
      clause.key = key
    }
    if clause.isVersion, !skip(")") { return nil }
    guard !rest.isEmpty else { return clause }
    // The method `app.version.contains` is one word, and `app.version.>=` a word and two symbols.
    if rest.first == .symbol("("), let dot = clause.element.lastIndex(of: ".") {
      clause.comparison = String(clause.element[clause.element.index(after: dot)...])
      clause.element = String(clause.element[..<dot])
      clause.isMethod = true
    } else {
      clause.isMethod = skip(".")
      guard let comparison = rest.popFirst(), !comparison.isLiteral else { return nil }
      if clause.isMethod, rest.first != .symbol("(") { return nil }
      clause.comparison = comparison.text
    }
    guard rest.allSatisfy({ $0.isLiteral || $0 == .word("dateTime") || $0.isBracket }) else {
      return nil
    }
    clause.literals = rest.filter(\.isLiteral)
    return clause
  }

  private static func rule(of clause: Clause) -> ConditionRule? {
    switch clause.element {
    case "true", "false":
      clause.comparison.isEmpty ? .constant(clause.element == "true") : nil
    case "device.os": code(clause, ["==": .isCode, "!=": .isNotCode])
    case "device.country": code(clause, ["in": .isCode])
    case "device.language": code(clause, ["in": .language])
    case "app.id": code(clause, ["==": .equals])
    case "app.firebaseInstallationId", "firebaseInstallationId": code(clause, ["in": .equals])
    case "app.version", "app.build":
      attribute(
        clause,
        clause.element,
        Comparison(rawValue: clause.comparison).map { .version($0) }
      )
    case "app.userProperty", "app.customSignal": clause.key.flatMap { property(clause, $0) }
    case "dateTime", "device.dateTime": date(clause, nil)
    case "app.firstOpenTimestamp", "firstOpenTimestamp": date(clause, "app.firstOpenTimestamp")
    case "percent": .undecided(clause.source, reason: "only Firebase knows the bucket of an app")
    default: .undecided(clause.source, reason: "only Firebase knows \(clause.element)")
    }
  }

  private static func code(
    _ clause: Clause,
    _ tests: [String: AttributeRule.Test]
  ) -> ConditionRule? {
    tests[clause.comparison].flatMap { texts(clause, clause.element, $0, isAlwaysKnown: true) }
  }

  /// Returns the rule of a property: symbols compare numbers or versions, and methods texts.
  private static func property(_ clause: Clause, _ key: String) -> ConditionRule? {
    guard !clause.isMethod, let comparison = Comparison(rawValue: clause.comparison) else {
      return attribute(clause, key, nil, isAlwaysKnown: false)
    }
    if clause.isVersion {
      return texts(clause, key, .version(comparison), isAlwaysKnown: false)
    }
    guard clause.literals.count == 1, case .number(let number) = clause.literals[0] else {
      return nil
    }
    return .attribute(AttributeRule(key, .number(comparison), [number]))
  }

  private static func attribute(
    _ clause: Clause,
    _ name: String,
    _ test: AttributeRule.Test?,
    isAlwaysKnown: Bool = true
  ) -> ConditionRule? {
    let methods: [String: AttributeRule.Test] = [
      "contains": .contains, "notContains": .doesNotContain, "exactlyMatches": .equals,
      "matches": .matches,
    ]
    guard clause.isMethod, let test = test ?? methods[clause.comparison] else { return nil }
    return texts(clause, name, test, isAlwaysKnown: isAlwaysKnown)
  }

  private static func texts(
    _ clause: Clause,
    _ name: String,
    _ test: AttributeRule.Test,
    isAlwaysKnown: Bool
  ) -> ConditionRule? {
    guard !clause.literals.isEmpty, clause.literals.allSatisfy(\.isText) else { return nil }
    let targets = clause.literals.map(\.text)
    return .attribute(AttributeRule(name, isAlwaysKnown: isAlwaysKnown, test, targets))
  }

  private static func date(_ clause: Clause, _ attribute: String?) -> ConditionRule? {
    guard let comparison = Comparison(rawValue: clause.comparison),
      let first = clause.literals.first,
      clause.literals.count <= 2, clause.literals.allSatisfy(\.isText),
      let local = Timestamp(first.text + "Z")
    else { return nil }
    let zone = clause.literals.dropFirst().first?.text
    guard let date = zone.map({ TimeZoneFile(name: $0)?.time(local: local) }) ?? local else {
      return .undecided(clause.source, reason: "the time zone \(zone ?? "") is unknown here")
    }
    let text = ([first.text] + [zone ?? "GMT"]).joined(separator: " ")
    return .date(DateRule(attribute: attribute, comparison: comparison, date: date, text: text))
  }
}

// MARK: Tokens

extension ConditionExpression {
  private static let symbols = [
    "&&", "==", "!=", "<=", ">=", "<", ">", "(", ")", "[", "]", ",", ".",
  ]

  /// Splits an expression into tokens; `nil` for an unknown character or a text without its end.
  private static func tokens(of expression: String) -> [Token]? {
    var rest = expression[...]
    var tokens: [Token] = []
    while let first = rest.first {
      if first.isWhitespace {
        rest.removeFirst()
      } else if first == "'" || first == "\"" {
        guard let text = text(&rest, quote: first) else { return nil }
        tokens.append(.text(text))
      } else if first.isLetter || first == "_" {
        tokens.append(.word(word(&rest)))
      } else if first.isNumber || first == "-" || first == "+" {
        let number = rest.prefix { $0.isNumber || "+-.".contains($0) }
        rest = rest[number.endIndex...]
        tokens.append(.number(String(number)))
      } else if let symbol = symbols.first(where: rest.hasPrefix) {
        rest.removeFirst(symbol.count)
        tokens.append(.symbol(symbol))
      } else {
        return nil
      }
    }
    return tokens
  }

  private static func text(_ rest: inout Substring, quote: Character) -> String? {
    rest.removeFirst()
    var text = ""
    while let character = rest.popFirst() {
      if character == quote { return text }
      // A backslash before another character belongs to a regular expression.
      if character == "\\", rest.first == quote || rest.first == "\\" {
        text.append(rest.removeFirst())
      } else {
        text.append(character)
      }
    }
    return nil
  }

  /// Reads a word, with the points that are followed by a letter.
  private static func word(_ rest: inout Substring) -> String {
    var word = ""
    while let first = rest.first {
      let isPoint = first == "." && rest.dropFirst().first?.isLetter == true
      guard first.isLetter || first.isNumber || first == "_" || isPoint else { break }
      word.append(rest.removeFirst())
    }
    return word
  }
}
