import FeatureFlags
import Text

/// The features that a command changes: names, globs, and the options `--section` and `--type`.
///
/// A feature is selected if one of the operands matches its name, or if there are no operands, and
/// if the options select it. An operand that is the name of a feature is not read as a glob.
struct FeatureSelection: Sendable {
  /// The options by which a command selects features, besides operands.
  static let options: [Option] = [.section, .type]
  private static let typeNames = FeatureKind.allTokens.joined(separator: ", ")
  /// The help texts of ``options``.
  static let optionHelp: [Option: String] = [
    .section: "Change only features of sections whose title contains this text; may be repeated.",
    .type: "Change only features of this type, one of \(typeNames); may be repeated.",
  ]

  private let words: [String]
  private let filter: GroupFilter

  /// Whether the source determines how many features are selected.
  ///
  /// This is the case for `--section`, for `--type`, and for a glob that is not itself the name of one
  /// of the features.
  func isPattern(for features: [Feature]) -> Bool {
    let names = Set(features.map(\.name.rawValue))
    return !filter.isEmpty || words.contains { NamePattern($0) != nil && !names.contains($0) }
  }

  /// Creates the selection from operands and the options `--section` and `--type`.
  ///
  /// - Parameters:
  ///   - words: The operands; empty if the options alone select the features.
  ///   - arguments: The command line.
  /// - Throws: `usage` if there is neither an operand nor one of the options.
  init(_ words: [String], _ arguments: Arguments) throws(Failure) {
    filter = try GroupFilter(arguments)
    guard !words.isEmpty || !filter.isEmpty else {
      throw arguments.usage("'\(arguments.command.name)' expects NAME, --section or --type")
    }
    self.words = words
  }

  /// Finds the selected features.
  ///
  /// - Parameters:
  ///   - store: The store with the loaded features.
  ///   - others: Additional features that can be selected, such as removed features with an
  ///     override.
  /// - Returns: The features without duplicates, in the order of the operands; the features of one glob
  ///   or of an option are in the order of `list`.
  /// - Throws: `lookUp` or `store` if an operand or an option selects no feature, or if a name is
  ///   ambiguous.
  func features(
    in store: FlagStore,
    besides others: [Feature] = []
  ) throws(Failure) -> [Feature] {
    let all = store.features + others
    var selected = words.isEmpty ? all.listOrder.map { all[$0] } : []
    if !words.isEmpty {
      var names: Set<Feature.Name> = []
      for word in words {
        for feature in try features(matching: word, in: all, store)
        where names.insert(feature.name).inserted {
          selected.append(feature)
        }
      }
    }
    selected = try filter.selected(from: selected, titles: Set(all.lazy.map(\.sectionTitle)))
    guard !selected.isEmpty else {
      let subject =
        switch words.count {
        case 0: "no feature is"
        case 1: "\"\(words[0])\" is not"
        default: "none of the given features is"
        }
      throw .lookUp("\(subject) \(filter.text)")
    }
    return selected
  }

  private func features(
    matching word: String,
    in all: [Feature],
    _ store: FlagStore
  ) throws(Failure) -> [Feature] {
    let exact = Feature.Name(rawValue: word)
    if let feature = store.feature(named: exact) { return [feature] }
    let pattern = NamePattern(word)
    switch NameMatch(of: word, among: Set(all.map(\.name)).lazy.map(\.rawValue)) {
    case .found(let name):
      let name = Feature.Name(rawValue: name)
      return all.first { $0.name == name }.map { [$0] } ?? []
    case .ambiguous(let names) where pattern == nil: throw .ambiguous(word, names)
    case .ambiguous, .none: break
    }
    guard let pattern else {
      return [try mapError(store.requiredFeature(named: exact), to: Failure.store)]
    }
    let matches = all.listOrder.map { all[$0] }.filter { pattern.matches($0.name.rawValue) }
    guard matches.isEmpty else { return matches }
    let nearest = pattern.nearest(among: all.lazy.map(\.name.rawValue))
    throw .lookUp("no feature matches \"\(word)\"\(NameSuggestions.hint(nearest))")
  }
}
