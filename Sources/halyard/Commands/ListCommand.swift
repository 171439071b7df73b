import Dashboard
import FeatureFlags

/// Lists the features and the state of each.
enum ListCommand {
  static func run(_ arguments: Arguments, _ context: CommandContext) async throws(Failure) {
    let types = try wantedTypes(arguments)
    let loaded = try await context.open()
    let sections = Set(arguments.values(.section))
    let features = context.setup.store.features.filter { feature in
      (types.isEmpty || types.contains(feature.type))
        && (sections.isEmpty || sections.contains(feature.sectionTitle))
        && (!arguments.has(.overridden) || feature.isOverridden)
    }
    context.warn(of: loaded)
    warn(of: sections, context)
    if arguments.has(.json) {
      let list = JSONValue.list(features.map { $0.json(origin: loaded.origin) })
      return context.console.write(list.text(isPretty: true) + "\n")
    }
    context.console.write(Table(rows: features.inListOrder().map(row)).text)
  }

  /// Says which sections no feature is in.
  private static func warn(of wanted: Set<String>, _ context: CommandContext) {
    let sections = Set(context.setup.store.features.map(\.sectionTitle))
    for section in wanted.subtracting(sections).sorted() {
      let near = Spelling.nearest(to: section, among: sections.sorted()).first
      let hint = near.map { ", did you mean \"\($0)\"?" } ?? ""
      context.console.warn("no feature is in section \"\(section)\"\(hint)")
    }
  }

  private static func wantedTypes(_ arguments: Arguments) throws(Failure) -> Set<FeatureType> {
    var types: Set<FeatureType> = []
    for token in arguments.values(.type) {
      guard let type = FeatureType(token: token) else {
        let wanted = FeatureType.tokens.joined(separator: ", ")
        throw .usage("--type \"\(token)\" is not a type, wanted one of \(wanted)", command: .list)
      }
      types.insert(type)
    }
    return types
  }

  private static func row(_ feature: Feature) -> [String] {
    [
      feature.name.rawValue, feature.stateWords, feature.typeWords,
      feature.sectionTitle, feature.isOverridden ? "overridden" : "",
    ]
  }
}
