import Dashboard
import FeatureFlags

/// Lists the features and the state of each.
enum ListCommand {
  static func run(_ arguments: Arguments, _ context: CommandContext) async throws(Failure) {
    let types = try types(arguments)
    let loaded = try await context.open()
    context.warn(of: loaded)
    let all = context.setup.store.features + removed(arguments, context.setup.store)
    let sections = try sections(arguments, among: Set(all.map(\.sectionTitle)))
    let features = all.filter { feature in
      (types.isEmpty || types.contains(feature.typeToken))
        && (sections.isEmpty || sections.contains(feature.sectionTitle))
        && (!arguments.has(.overridden) || feature.isOverridden)
    }
    if arguments.has(.json) {
      let list = JSONValue.list(features.map { $0.json(origin: loaded.origin) })
      return context.console.write(list.text(isPretty: true) + "\n")
    }
    print(features.inListOrder(), context.console)
  }

  /// Entries for the overrides of features that the source does not have, with `--overridden`.
  private static func removed(_ arguments: Arguments, _ store: FlagStore) -> [Feature] {
    guard arguments.has(.overridden) else { return [] }
    return store.orphanedOverrides.map { Feature(removed: $0.key, override: $0.value) }
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
    let table = Table(header: header, rows: features.lazy.map(row))
    table.write(fitting: console.columns, isColoured: console.isColoured, to: console.write)
  }

  private static func row(_ feature: Feature) -> [String] {
    let cells = [
      feature.name.rawValue, feature.stateWords, feature.typeWords, feature.sectionTitle,
    ]
    return feature.isOverridden ? cells + ["overridden"] : cells
  }
}
