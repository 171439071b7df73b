import Documents
import FeatureFlags
import Frame

/// Lists the features with their states.
struct ListCommand: Command {
  static let name = "list"
  static let summary = "List the features and the state of each."
  static let options: [Option] = [.section, .type, .overridden, .json]
  static let sourceUse = SourceUse.option
  static let isChanging = false

  private let source: SourceOptions
  /// The values of `--section`: names of sections of the configuration.
  private let sectionWords: [String]
  /// The types of the features to list; empty for all types.
  private let types: Set<FeatureType>
  private let isOverridden: Bool
  private let isJSON: Bool

  init(_ arguments: Arguments) throws(Failure) {
    types = try Self.types(arguments)
    source = try arguments.sourceOptions()
    sectionWords = arguments.values(.section)
    isOverridden = arguments.has(.overridden)
    isJSON = arguments.has(.json)
  }

  func run(_ program: Program) async throws(Failure) {
    let context = try CommandContext(source, program)
    let loaded = try await context.open()
    context.warn(of: loaded)
    var features = context.setup.store.features
    var titles = Set(features.lazy.map(\.sectionTitle))
    if isOverridden {
      features = overridden(in: context.setup.store)
      titles.formUnion(features.map(\.sectionTitle))
    }
    let sections = try sections(among: titles)
    if !types.isEmpty { features.removeAll { $0.isRemoved || !types.contains($0.type) } }
    if !sections.isEmpty { features.removeAll { !sections.contains($0.sectionTitle) } }
    if features.isEmpty, !(types.isEmpty && sections.isEmpty) {
      context.console.remark("No features match.")
    }
    if isJSON {
      let list = JSONValue.list(features.map { $0.json(origin: loaded.origin) })
      return context.console.write(list.text(isPretty: true) + "\n")
    }
    print(features, context.console)
  }

  /// The features with an override, including features that the source does not have.
  private func overridden(in store: FlagStore) -> [Feature] {
    let orphans = store.orphanedOverrides.map { Feature(removed: $0.key, override: $0.value) }
    return store.features.filter(\.isOverridden) + orphans
  }

  private func sections(among titles: Set<String>) throws(Failure) -> Set<String> {
    var sections: Set<String> = []
    for word in sectionWords {
      switch NameMatch(of: word, among: titles) {
      case .found(let title): sections.insert(title)
      case .ambiguous(let names): throw .ambiguous(word, names)
      case .none:
        let near = Spelling.nearest(to: word, among: titles.sorted()).first
        let hint = near.map { ", did you mean \"\($0)\"?" } ?? ""
        throw .lookUp("no feature is in section \"\(word)\"\(hint)")
      }
    }
    return sections
  }

  private static func types(_ arguments: Arguments) throws(Failure) -> Set<FeatureType> {
    var types: Set<FeatureType> = []
    for word in arguments.values(.type) {
      guard let type = FeatureType(named: word) else {
        let expected = FeatureType.tokens.joined(separator: ", ")
        throw arguments.usage("--type \"\(word)\" is not a type, expected one of \(expected)")
      }
      types.insert(type)
    }
    return types
  }

  /// Prints a header and truncated rows on a terminal; otherwise prints only rows, untruncated, for
  /// scripts.
  private func print(_ features: [Feature], _ console: Console) {
    var header: [String] = []
    if console.columns != nil, !features.isEmpty {
      header = ["NAME", "STATE", "TYPE", "SECTION"]
      if features.contains(where: \.isOverridden) { header.append("OVERRIDE") }
    }
    let rows = features.listOrder.lazy.map { row(features[$0]) }
    let table = Table(header: header, rows: rows)
    table.write(fitting: console.columns, isColoured: console.isColoured, to: console.write)
  }

  private func row(_ feature: Feature) -> [String] {
    let cells = [
      feature.name.rawValue, feature.stateText, feature.typeText, feature.sectionTitle,
    ]
    return feature.isOverridden ? cells + ["overridden"] : cells
  }
}
