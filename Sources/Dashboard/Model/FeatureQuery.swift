import FeatureFlags
import Frame

/// A parsed search text of the feature list: words, and terms such as `type:mvt` or `is:on`.
///
/// A feature must match every word and every `is:` term, one of the `section:` terms, and one of
/// the `type:` terms. A value in quotes may contain spaces.
struct FeatureQuery: Hashable, Sendable {
  /// The folded words and quoted phrases.
  private(set) var words: [[UInt8]] = []
  /// The values of the `section:` terms.
  private(set) var sections: [SectionTerm] = []
  /// The values of the `type:` terms.
  private(set) var types: Set<FeatureType> = []
  /// The values of the `is:` terms.
  private(set) var states: Set<State> = []
  /// The note about the first term with an unknown prefix or value; `nil` if there is none.
  private(set) var note: Note?
  /// Whether the text has only words, so that a longer text matches no further feature.
  private(set) var hasOnlyWords = true

  /// A value of the prefix `is:`.
  enum State: String, Hashable, Sendable, CaseIterable {
    case on, off, overridden, changed, problem, pinned, marked, favourite
  }

  /// A note about a term, for the search line.
  struct Note: Hashable, Sendable {
    let text: String
    /// Whether the term is wrong, and not only incomplete.
    let isError: Bool
  }

  init() {}

  init(_ text: String) {
    for term in Self.terms(of: text) { add(term) }
  }

  var isEmpty: Bool { words.isEmpty && !hasTerms }
  /// Whether the query has a complete term with a prefix.
  var hasTerms: Bool { !sections.isEmpty || !types.isEmpty || !states.isEmpty }
}

// MARK: Parsing

extension FeatureQuery {
  /// A part of the search text between spaces.
  private struct Term {
    /// The letters before the first colon; `nil` if the term has none.
    var prefix: String?
    var value = ""
    var isQuoted = false
  }

  private static func terms(of text: String) -> [Term] {
    var terms: [Term] = []
    var term = Term()
    var isInQuotes = false
    func isEmpty(_ term: Term) -> Bool { term.value.isEmpty && term.prefix == nil }
    for character in text {
      if character == "\"" {
        isInQuotes.toggle()
        term.isQuoted = true
      } else if character == " ", !isInQuotes {
        if !isEmpty(term) { terms.append(term) }
        term = Term()
      } else if character == ":", term.prefix == nil, !term.isQuoted, isWord(term.value) {
        term.prefix = term.value.lowercased()
        term.value = ""
      } else {
        term.value.append(character)
      }
    }
    return isEmpty(term) ? terms : terms + [term]
  }

  private static func isWord(_ text: String) -> Bool {
    !text.isEmpty && text.allSatisfy { $0.isASCII && $0.isLetter }
  }

  private mutating func add(_ term: Term) {
    if term.prefix != nil || term.isQuoted { hasOnlyWords = false }
    switch term.prefix {
    case nil: words.append(FoldedText.bytes(of: term.value))
    case "section": addSection(term.value)
    case "type": addType(term.value)
    case "is": addState(term.value)
    case let prefix?:
      words.append(FoldedText.bytes(of: prefix + ":" + term.value))
      show("\"\(prefix.shortened(to: 12)):\" is searched as text: expected section:, type:, is:")
    }
    words.removeAll(where: \.isEmpty)
  }

  private mutating func show(_ text: String, isError: Bool = false) {
    if note == nil { note = Note(text: text, isError: isError) }
  }

  private mutating func addSection(_ value: String) {
    if value.isEmpty { return show("section: expects a part of the section's name") }
    sections.append(SectionTerm(value))
  }

  private mutating func addType(_ value: String) {
    let types = FeatureType.all + [.deprecated]
    let folded = value.lowercased()
    if let type = types.first(where: { $0.token == folded }) {
      self.types.insert(type)
    } else {
      showValues(types.map(\.token), of: "type", found: folded)
    }
  }

  private mutating func addState(_ value: String) {
    let folded = value.lowercased()
    // Accepts the American spelling too.
    if let state = State(rawValue: folded == "favorite" ? "favourite" : folded) {
      states.insert(state)
    } else {
      showValues(State.allCases.map(\.rawValue), of: "is", found: folded)
    }
  }

  /// Notes the values that start with the typed one; all values if there is none.
  private mutating func showValues(_ values: [String], of prefix: String, found: String) {
    let fitting = values.filter { $0.hasPrefix(found) }
    let list = (fitting.isEmpty ? values : fitting).joined(separator: ", ")
    guard fitting.isEmpty else { return show("\(prefix): \(list)") }
    show("\(prefix): expects \(list)", isError: true)
  }
}
