import Dashboard
import FeatureFlags

/// The values of `--section` and `--type`, which select features by their groups.
///
/// Several values of one option select the features of any of them; the two options are combined by
/// intersection.
struct GroupFilter: Sendable {
  /// The values of `--section`: parts of the titles of sections.
  private let sectionWords: [String]
  /// The values of `--type`; empty for all types.
  private let types: Set<FeatureType>

  /// Whether the filter selects every feature.
  var isEmpty: Bool { sectionWords.isEmpty && types.isEmpty }

  /// The filter as the end of a sentence, such as `in section "Browse" and of type ab`.
  var text: String {
    let sections = sectionWords.map { "\"\($0)\"" }.joined(separator: " or ")
    let tokens = FeatureType.tokens.filter { token in
      FeatureType(named: token).map { types.contains($0) } ?? false
    }
    let parts = [
      sections.isEmpty ? nil : "in section \(sections)",
      tokens.isEmpty ? nil : "of type \(tokens.joined(separator: " or "))",
    ]
    return parts.compactMap(\.self).joined(separator: " and ")
  }

  /// Parses `--section` and `--type`.
  ///
  /// - Throws: `usage` for an unknown type.
  init(_ arguments: Arguments) throws(Failure) {
    sectionWords = arguments.values(.section)
    var types: Set<FeatureType> = []
    for word in arguments.values(.type) {
      guard let type = FeatureType(named: word) else {
        let expected = FeatureType.tokens.joined(separator: ", ")
        throw arguments.usage("--type \"\(word)\" is not a type, expected one of \(expected)")
      }
      types.insert(type)
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
    if !types.isEmpty { features.removeAll { $0.isRemoved || !types.contains($0.type) } }
    if !sections.isEmpty { features.removeAll { !sections.contains($0.sectionTitle) } }
    return features
  }

  private func sections(among titles: Set<String>) throws(Failure) -> Set<String> {
    var sections: Set<String> = []
    for word in sectionWords {
      let matches = titles.filter { SectionTerm(word).matches($0) }
      guard !matches.isEmpty else {
        let near = Spelling.nearest(to: word, among: titles.sorted()).first
        let hint = near.map { ", did you mean \"\($0)\"?" } ?? ""
        throw .lookUp("no feature is in section \"\(word)\"\(hint)")
      }
      sections.formUnion(matches)
    }
    return sections
  }
}
