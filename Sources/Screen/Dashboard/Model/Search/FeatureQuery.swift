import Documents
import FeatureFlags
import Text

/// A parsed search text of the feature list: words, and terms such as `type:mvt` or `is:on`.
///
/// A feature must match every word and every `is:` and `note:` term, one of the `section:` terms, one of
/// the `type:` terms, one of the `by:` terms, and one of the `for:` terms. A value in quotes may contain
/// spaces, `a|b` matches either alternative, and a term after `-` must not match.
struct FeatureQuery: Hashable, Sendable {
  /// The folded words and quoted phrases.
  private(set) var words: [[UInt8]] = []
  /// The conditions that the words do not express.
  private(set) var clauses: [Clause] = []
  /// The note about the first term with an unknown prefix or value; `nil` if there is none.
  private(set) var note: Note?
  /// Whether the text has only words, so that a longer text cannot match more features.
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
    case section(TextPart)
    /// The token of a type, or `test` for all tests.
    case type(String)
    case state(State)
    /// The note of the override contains the text.
    case note(TextPart)
    /// The author of the override contains the text.
    case author(TextPart)
    /// The text is in the scope of an override for single users.
    case users(TextPart)
  }

  /// The letters of a term before its colon.
  enum Prefix: String, Hashable, Sendable, CaseIterable {
    case section, type, `is`, note, by, `for`
  }

  /// A value of the prefix `is:`.
  enum State: String, Hashable, Sendable, CaseIterable {
    case on, off, overridden, scoped, changed, problem, pinned, marked, favourite, unasked, stale
    case rolledOut = "rolled-out"
  }

  /// A note about a term, for the search line.
  struct Note: Hashable, Sendable {
    let text: String
    /// Whether the term is wrong, and not only incomplete, so that no feature matches.
    let isError: Bool
  }

  init() {}

  /// Parses a search text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - list: The features that are searched, whose texts are the valid values of terms; `nil` before they
  ///     are loaded.
  init(_ text: String, in list: FeatureList? = nil) {
    for term in SearchTerm.terms(of: text) { add(term, list) }
  }

  var isEmpty: Bool { words.isEmpty && !hasTerms }
  /// Whether the query has conditions other than words.
  private var hasTerms: Bool { !clauses.isEmpty || isImpossible }
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
  private mutating func add(_ term: SearchTerm, _ list: FeatureList?) {
    guard let name = term.prefix else { return addWords(term) }
    hasOnlyWords = false
    switch Prefix(rawValue: name) {
    case .section:
      addTexts(term, .section, "the section's name", list.map { $0.sections.map(\.title) }) {
        .section($0)
      }
    case .note: addTexts(term, .note, "an override's note", list?.notes) { .note($0) }
    case .by: addTexts(term, .by, "the author's name", list?.authors) { .author($0) }
    case .for: addTexts(term, .for, "a user or an attribute", list?.audiences) { .users($0) }
    case .type: add(term, .type, Self.types(in: list)) { .type($0) }
    case .is:
      add(term, .is, Self.states.map(\.key)) { value in
        Self.states.first { $0.key == value }.map { .state($0.value) }
      }
    case nil:
      var words = term
      words.prefix = nil
      words.values = term.values.map { name + ":" + $0 }
      addWords(words)
      let near = NameSuggestions.nearest(to: name, among: Prefix.allCases.map(\.rawValue)).first
      let expected = Prefix.allCases.map { $0.rawValue + ":" }.joined(separator: ", ")
      show(
        "\"\(name.shortened(to: 12)):\" is searched as text: "
          + (near.map { "did you mean \($0):?" } ?? "expected \(expected)")
      )
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

  /// Adds a term whose values are parts of texts; a value that is in none of them matches nothing, and its
  /// note names the nearest text.
  private mutating func addTexts(
    _ term: SearchTerm,
    _ prefix: Prefix,
    _ description: String,
    _ texts: [String]?,
    _ condition: (TextPart) -> Condition
  ) {
    let values = term.values.filter { !$0.isEmpty }
    if values.isEmpty { return show("\(prefix.rawValue): expects a part of \(description)") }
    for value in values {
      guard let texts, !texts.contains(where: TextPart(value).matches) else { continue }
      let near = NameSuggestions.suggestions(for: value, among: texts).prefix(1)
      let hint = NameSuggestions.hint(near.map { $0.shortened(to: 40) })
      show("\(prefix.rawValue): nothing has \"\(value.shortened(to: 24))\"\(hint)")
    }
    merge(values.map { condition(TextPart($0)) }, prefix, term.isExcluded)
  }

  /// The values of `type:`: the types of the framework, `test`, and the kinds of the flag system.
  static func types(in list: FeatureList?) -> [String] {
    let own = Set(list?.kinds.flatMap(\.tokens) ?? []).subtracting(FeatureType.tokens)
    return FeatureType.tokens + ["test"] + own.sorted()
  }

  /// The values of `is:` with their states, including the American spelling `favorite`.
  private static let states: [(key: String, value: State)] =
    State.allCases.map { ($0.rawValue, $0) } + [("favorite", .favourite)]

  /// Adds a term with one of the valid values; an incomplete value matches like all values that begin
  /// with it.
  private mutating func add(
    _ term: SearchTerm,
    _ prefix: Prefix,
    _ all: [String],
    _ condition: (String) -> Condition?
  ) {
    var conditions: [Condition] = []
    for value in term.values.map(FeatureKind.token) {
      if all.contains(value), let exact = condition(value) {
        conditions.append(exact)
        continue
      }
      let fitting = all.filter { $0.hasPrefix(value) && $0 != "favorite" }
      guard !fitting.isEmpty else {
        let near = NameSuggestions.suggestions(for: value, among: all).first
        let hint = near.map { "found \"\(value.shortened(to: 24))\", did you mean \($0)?" }
        let expected = all.filter { $0 != "favorite" }.joined(separator: ", ")
        return show("\(prefix.rawValue): \(hint ?? "expects \(expected)")", isError: true)
      }
      show("\(prefix.rawValue): \(fitting.joined(separator: ", "))")
      if !value.isEmpty { conditions += fitting.compactMap(condition) }
    }
    merge(conditions, prefix, term.isExcluded)
  }

  /// Adds conditions: those of several `section:`, `type:` or `by:` terms are alternatives.
  private mutating func merge(_ conditions: [Condition], _ prefix: Prefix, _ isExcluded: Bool) {
    guard !conditions.isEmpty else { return }
    let former = clauses.firstIndex { $0.prefix == prefix && !$0.isExcluded }
    guard let former, !isExcluded, prefix != .is, prefix != .note else {
      let clause = Clause(prefix: prefix, conditions: conditions, isExcluded: isExcluded)
      return clauses.append(clause)
    }
    clauses[former].conditions += conditions
  }
}

extension FeatureList {
  /// The different notes of the overrides.
  var notes: [String] { Set(overrides.compactMap(\.note)).sorted() }
  /// The different authors of the overrides.
  var authors: [String] { Set(overrides.compactMap(\.author)).sorted() }

  /// The different scopes of the overrides for single users.
  var audiences: [String] {
    guard hasScopes else { return [] }
    let scoped = features.lazy.filter(\.hasScopedOverrides).flatMap(\.audiences)
    return Set(scoped).sorted()
  }

  private var overrides: [Override] {
    overriddenCount == 0 ? [] : features.lazy.filter(\.isOverridden).compactMap(\.override)
  }
}

/// Text to find in another text: a value of `section:`, `note:`, `by:` or `for:` in a search, or of
/// `--section`.
package struct TextPart: Hashable, Sendable {
  private let text: [UInt8]

  /// Creates a part; letter case and diacritics are ignored.
  package init(_ text: String) {
    self.text = FoldedText.bytes(of: text)
  }

  /// Whether the text contains the part; an empty part is in no text.
  package func matches(_ text: String) -> Bool {
    FoldedText.bytes(of: text).withUnsafeBufferPointer { SearchIndex.contains(self.text, in: $0) }
  }
}

extension Feature {
  /// The scopes of the overrides for single users, as text.
  var audiences: [String] {
    overrides.map(\.scope).filter { $0 != .everyone }.map(\.description)
  }
}
