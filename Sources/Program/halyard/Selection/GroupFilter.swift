import Dashboard
import Documents
import FeatureFlags

/// The values of `--section` and `--type`, which select features by their groups.
///
/// Several values of one option select the features of any of them; the two options are combined by
/// intersection.
struct GroupFilter: Sendable {
  /// The values of `--section`: parts of the titles of sections.
  private let sectionWords: [String]
  /// The tokens of the values of `--type`; empty for all types.
  private let types: [String]

  /// Whether the filter selects every feature.
  var isEmpty: Bool { sectionWords.isEmpty && types.isEmpty }

  /// The filter as the end of a sentence, such as `in section "Browse" and of type ab`.
  var text: String {
    let sections = sectionWords.map { "\"\($0)\"" }.joined(separator: " or ")
    let parts = [
      sections.isEmpty ? nil : "in section \(sections)",
      types.isEmpty ? nil : "of type \(types.joined(separator: " or "))",
    ]
    return parts.compactMap(\.self).joined(separator: " and ")
  }

  /// The token of the type with the given token or name, as `list` or the screen shows it; `nil` if no
  /// type matches.
  private static func token(ofType word: String) -> String? {
    let token = FeatureKind.token(of: word)
    return FeatureType(named: word)?.token ?? FeatureKind.allTokens.first { $0 == token }
  }

  /// Parses `--section` and `--type`.
  ///
  /// - Throws: `usage` for an unknown type.
  init(_ arguments: Arguments) throws(Failure) {
    sectionWords = arguments.values(.section)
    var types: [String] = []
    for word in arguments.values(.type) {
      guard let token = Self.token(ofType: word) else {
        let near = NameSuggestions.suggestions(for: word, among: FeatureKind.allTokens).first
        let hint = near.map { "did you mean \"\($0)\"?" }
        let expected = "expected one of \(FeatureKind.allTokens.joined(separator: ", "))"
        throw arguments.usage("--type \"\(word)\" is not a type, \(hint ?? expected)")
      }
      if !types.contains(token) { types.append(token) }
    }
    self.types = types
  }

  /// Applies the filter to features.
  ///
  /// - Parameters:
  ///   - features: The features to filter.
  ///   - titles: The titles of all sections.
  /// - Returns: The selected features, in their order.
  /// - Throws: `lookUp`, if a value of `--section` is in none of the titles.
  func selected(
    from features: [Feature],
    titles: Set<String>
  ) throws(Failure) -> [Feature] {
    let sections = try sections(among: titles)
    var features = features
    if !types.isEmpty { features.removeAll { !types.contains(where: $0.isOfType) } }
    if !sections.isEmpty { features.removeAll { !sections.contains($0.sectionTitle) } }
    return features
  }

  private func sections(among titles: Set<String>) throws(Failure) -> Set<String> {
    var sections: Set<String> = []
    for word in sectionWords {
      let matches = titles.filter { TextPart(word).matches($0) }
      guard !matches.isEmpty else {
        let near = NameSuggestions.suggestions(for: word, among: titles.sorted()).prefix(1)
        throw .lookUp("no feature is in section \"\(word)\"\(NameSuggestions.hint(near))")
      }
      sections.formUnion(matches)
    }
    return sections
  }
}
