import Text

/// A part of a search text between spaces, such as `cart`, `-is:on` or `section:"my shop"|account`.
struct SearchTerm: Hashable, Sendable {
  /// The letters before the first colon; `nil` if the term has none.
  var prefix: String?
  /// The alternative values of the term, which vertical bars separate.
  var values = [""]
  /// Whether a part of the term is in quotes.
  private(set) var isQuoted = false
  /// Whether the term starts with `-`, so that features that match it are not listed.
  private(set) var isExcluded = false

  private var isEmpty: Bool { prefix == nil && !isExcluded && values == [""] }

  /// Splits a search text into its terms; the last one may be incomplete.
  static func terms(of text: String) -> [SearchTerm] {
    var terms: [SearchTerm] = []
    var term = SearchTerm()
    var isInQuotes = false
    for character in text {
      if character == "\"" {
        isInQuotes.toggle()
        term.isQuoted = true
      } else if character == " ", !isInQuotes {
        if !term.isEmpty { terms.append(term) }
        term = SearchTerm()
      } else if isInQuotes {
        term.append(character)
      } else {
        term.add(character)
      }
    }
    return term.isEmpty ? terms : terms + [term]
  }

  /// Adds a character outside of quotes.
  private mutating func add(_ character: Character) {
    switch character {
    case "-" where isEmpty && !isQuoted: isExcluded = true
    case "|": values.append("")
    case ":" where prefix == nil && !isQuoted && values.count == 1 && Self.isWord(values[0]):
      prefix = values[0].lowercased()
      values = [""]
    default: append(character)
    }
  }

  private mutating func append(_ character: Character) {
    values[values.count - 1].append(character)
  }

  private static func isWord(_ text: String) -> Bool {
    !text.isEmpty && text.allSatisfy { $0.isASCII && $0.isLetter }
  }

  /// Completes the last term of a search text as far as all candidates agree.
  ///
  /// - Parameters:
  ///   - text: The search text, whose end is completed.
  ///   - list: The features; `nil` before they are loaded.
  /// - Returns: The longer text; `nil` if no candidate makes it longer.
  static func completion(of text: String, in list: FeatureList?) -> String? {
    let last = lastWord(of: text)
    let typed = last.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard typed.count == 2 else {
      let prefixes = FeatureQuery.Prefix.allCases.map { $0.rawValue + ":" }
      return completed(text, String(last), among: prefixes)
    }
    guard let prefix = FeatureQuery.Prefix(rawValue: typed[0].lowercased()) else { return nil }
    let values: [String]
    switch prefix {
    case .type: return completed(text, String(typed[1]), among: FeatureQuery.types(in: list))
    case .is:
      let states = FeatureQuery.State.allCases.map(\.rawValue)
      return completed(text, String(typed[1]), among: states)
    case .section: values = list?.sections.map(\.title) ?? []
    case .note: values = list?.notes ?? []
    case .for: values = list?.audiences ?? []
    case .by: values = list?.authors ?? []
    }
    let value = typed[1].drop { $0 == "\"" }.lowercased()
    let fitting = values.filter { $0.lowercased().hasPrefix(value) }
    guard fitting.count == 1, let title = fitting.first, title.count > value.count else {
      return nil
    }
    let quoted = title.contains(" ") ? "\"\(title)\"" : title
    return text.dropLast(typed[1].count) + quoted
  }

  /// The text after the last space or `|` outside of quotes, without the `-` that excludes a term.
  private static func lastWord(of text: String) -> Substring {
    var start = text.startIndex
    var isQuoted = false
    for index in text.indices {
      switch text[index] {
      case "\"": isQuoted.toggle()
      case " " where !isQuoted, "|" where !isQuoted: start = text.index(after: index)
      default: break
      }
    }
    return text[start...].drop { $0 == "-" }
  }

  private static func completed(_ text: String, _ typed: String, among all: [String]) -> String? {
    let fitting = all.filter { $0.hasPrefix(typed.lowercased()) }
    guard var common = fitting.first, !typed.isEmpty || fitting.count == 1 else { return nil }
    for other in fitting.dropFirst() {
      common = String(zip(common, other).prefix { $0 == $1 }.map { $0.0 })
    }
    guard common.count > typed.count else { return nil }
    return text.dropLast(typed.count) + common
  }
}
