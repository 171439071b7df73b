import FeatureFlags

/// Resets the overrides of features, of all features, or of variables.
struct ResetCommand: Command {
  static let row = CommandRow(
    name: "reset",
    summary: "Reset the overrides of features.",
    operands: [Operand("NAME", .any, .overriddenFeatures)],
    options: [.all, .since, .by, .variable] + FeatureSelection.options + [.dryRun, .force],
    optionHelp: FeatureSelection.optionHelp.merging([
      .all: "Reset the overrides of all features.",
      .since: "Reset only overrides that were set since a time: 2h (ago), 17:30, a date, or both.",
      .variable: "Reset only the override of this variable; may be repeated.",
    ]) { $1 },
    optionValues: [.variable: "VARIABLE"],
    sourceUse: .option,
    isChanging: true,
    make: Self.init
  )

  /// The overrides to reset: all overrides, the overrides of features, or the overrides of variables.
  ///
  /// A `nil` selection of features means all features.
  private enum Selection {
    case all
    case features(FeatureSelection?, OverrideFilter)
    case variables([String], of: FeatureSelection)
  }

  private let source: SourceOptions
  private let selection: Selection
  private let isDryRun: Bool

  init(_ arguments: Arguments) throws(Failure) {
    selection = try Self.selection(arguments)
    source = try arguments.sourceOptions()
    isDryRun = arguments.has(.dryRun)
  }

  private static func selection(_ arguments: Arguments) throws(Failure) -> Selection {
    let filter = try OverrideFilter(arguments)
    let features = try features(arguments)
    guard arguments.has(.variable) else {
      guard features == nil, filter.isEmpty else { return .features(features, filter) }
      guard arguments.has(.all) else {
        throw arguments.usage("'reset' expects NAME, --section, --type, --since, --by or --all")
      }
      return .all
    }
    guard let features, filter.isEmpty else {
      throw arguments.usage(
        "--variable needs the name of a feature, and cannot be combined with --all, --since or --by"
      )
    }
    let variables = arguments.values(.variable)
    if let text = variables.first(where: { $0.contains("=") }) {
      throw arguments.usage("--variable: found \"\(text)\", expected a name without a value")
    }
    return .variables(variables, of: features)
  }

  /// The features that the operands, `--section` and `--type` select; `nil` without any of these.
  private static func features(_ arguments: Arguments) throws(Failure) -> FeatureSelection? {
    let options = [Option.section, .type, .since, .by].filter(arguments.has)
    let other = arguments.operands.first.map { "\"\($0)\"" } ?? options.first?.flag
    if arguments.has(.all), let other {
      throw arguments.usage("'reset': found --all and \(other), expected only one of them")
    }
    let isSelecting = !arguments.operands.isEmpty || arguments.has(.section) || arguments.has(.type)
    return isSelecting ? try FeatureSelection(arguments.operands, arguments) : nil
  }

  func run(_ program: Program) async throws(Failure) {
    let change = OverrideCommand(try CommandContext(source, program), isDryRun: isDryRun)
    switch selection {
    case .all: try await change.resetAll()
    case .features(let features, let filter):
      try await change.apply(to: features, includesRemoved: true, where: filter.includes) { _ in
        .reset
      }
    case .variables(let variables, let features):
      try await change.apply(to: features) { _ in .set(variables.map { .variable($0, nil) }) }
    }
  }
}
