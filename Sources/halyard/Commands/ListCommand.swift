import Dashboard
import Documents
import FeatureFlags
import Frame

/// Lists the features and the state of each.
enum ListCommand {
  static func run(_ arguments: Arguments, _ context: CommandContext) async throws(Failure) {
    let types = try types(arguments)
    let loaded = try await context.open()
    context.warn(of: loaded)
    var features = context.setup.store.features
    var titles = Set(features.lazy.map(\.sectionTitle))
    if arguments.has(.overridden) {
      features = overridden(in: context.setup.store)
      titles.formUnion(features.map(\.sectionTitle))
    }
    let sections = try sections(arguments, among: titles)
    if !types.isEmpty { features.removeAll { $0.isRemoved || !types.contains($0.typeToken) } }
    if !sections.isEmpty { features.removeAll { !sections.contains($0.sectionTitle) } }
    if features.isEmpty, !(types.isEmpty && sections.isEmpty) {
      context.console.remark("No features match.")
    }
    if arguments.has(.json) {
      let list = JSONValue.list(features.map { $0.json(origin: loaded.origin) })
      return context.console.write(list.text(isPretty: true) + "\n")
    }
    print(features, context.console)
  }

  /// The features with an override, also those that the source does not have.
  private static func overridden(in store: FlagStore) -> [Feature] {
    let orphans = store.orphanedOverrides.map { Feature(removed: $0.key, override: $0.value) }
    return store.features.filter(\.isOverridden) + orphans
  }

  private static func sections(
    _ arguments: Arguments,
    among titles: Set<String>
  ) throws(Failure) -> Set<String> {
    var sections: Set<String> = []
    for word in arguments.values(.section) {
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

  private static func types(_ arguments: Arguments) throws(Failure) -> Set<String> {
    var types: Set<String> = []
    for word in arguments.values(.type) {
      guard let token = TypeToken.named(word) else {
        let expected = TypeToken.all.joined(separator: ", ")
        throw .usage(
          "--type \"\(word)\" is not a type, expected one of \(expected)",
          command: .list
        )
      }
      types.insert(token)
    }
    return types
  }

  /// Prints the rows: on a terminal with a header and fitted to its width, else whole and alone, for
  /// programs that read them.
  private static func print(_ features: [Feature], _ console: Console) {
    var header: [String] = []
    if console.columns != nil, !features.isEmpty {
      header = ["NAME", "STATE", "TYPE", "SECTION"]
      if features.contains(where: \.isOverridden) { header.append("OVERRIDE") }
    }
    let rows = features.listOrder.lazy.map { row(features[$0]) }
    let table = Table(header: header, rows: rows)
    table.write(fitting: console.columns, isColoured: console.isColoured, to: console.write)
  }

  private static func row(_ feature: Feature) -> [String] {
    let cells = [
      feature.name.rawValue, feature.stateWords, feature.typeWords, feature.sectionTitle,
    ]
    return feature.isOverridden ? cells + ["overridden"] : cells
  }
}
