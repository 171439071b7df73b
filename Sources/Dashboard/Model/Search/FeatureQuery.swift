import FeatureFlags
import Frame

/// A parsed search text of the feature list: words, and terms such as `type:mvt` or `is:on`.
///
/// A feature must match every word and every `is:` term, one of the `section:` terms, and one of
/// the `type:` terms. A value in quotes may contain spaces, `a|b` matches either alternative, and a
/// term after `-` must not match.
struct FeatureQuery: Hashable, Sendable {
  /// The folded words and quoted phrases.
  private(set) var words: [[UInt8]] = []
  /// The conditions that the words do not express.
  private(set) var clauses: [Clause] = []
  /// The note about the first term with an unknown prefix or value; `nil` if there is none.
  private(set) var note: Note?
  /// Whether the text has only words, so that a longer text matches no further feature.
  private(set) var hasOnlyWords = true

  /// Alternatives of which a feature must meet one, or none if the clause is excluded.
  struct Clause: Hashable, Sendable {
    /// The prefix of the terms, such as `type`; several terms for sections, or for types, are merged
    /// into one clause.
    let prefix: Prefix?
    var conditions: [Condition]
    let isExcluded: Bool
  }

  /// One alternative of a clause.
  enum Condition: Hashable, Sendable {
    /// A text of the feature contains the folded word.
    case word([UInt8])
    case section(SectionTerm)
    case type(FeatureType)
    case state(State)
  }

  /// The letters of a term before its colon.
  enum Prefix: String, Hashable, Sendable, CaseIterable {
    case section, type, `is`
  }

  /// A value of the prefix `is:`.
  enum State: String, Hashable, Sendable, CaseIterable {
    case on, off, overridden, changed, problem, pinned, marked, favourite, unasked, stale
    case rolledOut = "rolled-out"
  }

  /// A note about a term, for the search line.
  struct Note: Hashable, Sendable {
    let text: String
    /// Whether the term is wrong, and not only incomplete, so that no feature matches.
    let isError: Bool
  }

  init() {}

  init(_ text: String) {
    for term in SearchTerm.terms(of: text) { add(term) }
  }

  var isEmpty: Bool { words.isEmpty && !hasTerms }
  /// Whether the query has conditions other than words.
  var hasTerms: Bool { !clauses.isEmpty || isImpossible }
  /// Whether a term has an unknown value, so that no feature matches.
  var isImpossible: Bool { note?.isError == true }

  /// The words to highlight: all words and alternatives that are not excluded.
  var highlights: [[UInt8]] {
    words
      + clauses.filter { !$0.isExcluded }.flatMap(\.conditions).compactMap { condition in
        if case .word(let word) = condition { word } else { nil }
      }
  }
}

// MARK: Parsing

extension FeatureQuery {
  private mutating func add(_ term: SearchTerm) {
    guard let name = term.prefix else { return addWords(term) }
    hasOnlyWords = false
    switch Prefix(rawValue: name) {
    case .section: addSections(term)
    case .type: add(term, .type, Self.types.mapValues { $0.map(Condition.type) })
    case .is: add(term, .is, Self.states.mapValues { [.state($0)] })
    case nil:
      var words = term
      words.prefix = nil
      words.values = term.values.map { name + ":" + $0 }
      addWords(words)
      show("\"\(name.shortened(to: 12)):\" is searched as text: expected section:, type:, is:")
    }
  }

  private mutating func addWords(_ term: SearchTerm) {
    let words = term.values.map { FoldedText.bytes(of: $0) }.filter { !$0.isEmpty }
    if term.isQuoted || term.isExcluded || term.values.count > 1 { hasOnlyWords = false }
    if !term.isExcluded, words.count == 1 { return self.words += words }
    guard !words.isEmpty else { return }
    clauses.append(
      Clause(prefix: nil, conditions: words.map(Condition.word), isExcluded: term.isExcluded)
    )
  }

  private mutating func show(_ text: String, isError: Bool = false) {
    if note == nil || isError && note?.isError == false {
      note = Note(text: text, isError: isError)
    }
  }

  private mutating func addSections(_ term: SearchTerm) {
    let values = term.values.filter { !$0.isEmpty }
    if values.isEmpty { return show("section: expects a part of the section's name") }
    merge(values.map { .section(SectionTerm($0)) }, .section, term.isExcluded)
  }

  /// The types by the values of `type:`.
  private static let types: [String: [FeatureType]] = {
    let types = FeatureType.all + [.deprecated]
    var values = Dictionary(uniqueKeysWithValues: types.map { ($0.token, [$0]) })
    values["test"] = types.filter(\.isTest)
    return values
  }()

  /// The states by the values of `is:`, with the American spelling.
  private static let states: [String: State] = {
    var values = Dictionary(uniqueKeysWithValues: State.allCases.map { ($0.rawValue, $0) })
    values["favorite"] = .favourite
    return values
  }()

  /// The values of a prefix, in the order of notes and completions.
  static func values(of prefix: Prefix) -> [String] {
    switch prefix {
    case .section: []
    case .type: (FeatureType.all + [.deprecated]).map(\.token) + ["test"]
    case .is: State.allCases.map(\.rawValue)
    }
  }

  /// Adds a term whose values are in a table; an incomplete value matches like all values that begin
  /// with it.
  private mutating func add(
    _ term: SearchTerm,
    _ prefix: Prefix,
    _ table: [String: [Condition]]
  ) {
    var conditions: [Condition] = []
    for value in term.values.map({ $0.lowercased() }) {
      if let exact = table[value] {
        conditions += exact
        continue
      }
      let all = Self.values(of: prefix)
      let fitting = all.filter { $0.hasPrefix(value) }
      let list = (fitting.isEmpty ? all : fitting).joined(separator: ", ")
      guard !fitting.isEmpty else {
        return show("\(prefix.rawValue): expects \(list)", isError: true)
      }
      show("\(prefix.rawValue): \(list)")
      if !value.isEmpty { conditions += fitting.flatMap { table[$0] ?? [] } }
    }
    merge(conditions, prefix, term.isExcluded)
  }

  /// Adds conditions: those of several `section:` or `type:` terms are alternatives.
  private mutating func merge(_ conditions: [Condition], _ prefix: Prefix, _ isExcluded: Bool) {
    guard !conditions.isEmpty else { return }
    let former = clauses.firstIndex { $0.prefix == prefix && !$0.isExcluded }
    guard let former, !isExcluded, prefix != .is else {
      let clause = Clause(prefix: prefix, conditions: conditions, isExcluded: isExcluded)
      return clauses.append(clause)
    }
    clauses[former].conditions += conditions
  }
}
