import FeatureFlags

/// Resets the overrides of features, of all features, or of variables.
struct ResetCommand: Command {
  static let row = CommandRow(
    name: "reset",
    summary: "Reset the overrides of features.",
    operands: [Operand("NAME", .any, .overriddenFeatures)],
    options: [.all, .since, .by, .note, .only, .variable] + FeatureSelection.options + [
      .dryRun, .force, .json,
    ],
    optionHelp: FeatureSelection.optionHelp.merging([
      .all: "Reset the overrides of all features.",
      .note:
        "Reset only overrides with this note, such as the key of a test case; \"\" for those without.",
      .only:
        "Reset only overrides for these users; without the option, those for all users and for everyone.",
      .since: "Reset only overrides that were set since a time: 2h (ago), 17:30, a date, or both.",
      .variable: "Reset only the override of this variable; may be repeated.",
    ]) { $1 },
    optionValues: [.variable: "VARIABLE"],
    sourceUse: .option,
    isChanging: true,
    make: Self.init
  )

  /// The overrides to reset: the overrides of features, or those of variables.
  ///
  /// A `nil` selection of features means all features.
  private enum Selection {
    case features(FeatureSelection?, OverrideFilter)
    case variables([String], of: FeatureSelection)
  }

  private let source: SourceOptions
  private let selection: Selection
  private let only: String?
  private let isDryRun: Bool
  private let isJSON: Bool

  init(_ arguments: Arguments) throws(Failure) {
    selection = try Self.selection(arguments)
    only = arguments.value(.only)
    source = try arguments.sourceOptions()
    isDryRun = arguments.has(.dryRun)
    isJSON = arguments.has(.json)
  }

  private static func selection(_ arguments: Arguments) throws(Failure) -> Selection {
    let filter = try OverrideFilter(arguments)
    let features = try features(arguments)
    guard arguments.has(.variable) else {
      guard features != nil || !filter.isEmpty || arguments.has(.only) || arguments.has(.all) else {
        throw arguments.usage(
          "'reset' expects NAME, --section, --type, --since, --by, --note, --only or --all"
        )
      }
      return .features(features, filter)
    }
    guard let features, filter.isEmpty else {
      throw arguments.usage(
        "--variable needs the name of a feature, and cannot be combined with --all, --since, --by or "
          + "--note"
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
    let options = ([Option.section, .type] + OverrideFilter.options).filter(arguments.has)
    let other = arguments.operands.first.map { "\"\($0)\"" } ?? options.first?.flag
    if arguments.has(.all), let other {
      throw arguments.usage("'reset': found --all and \(other), expected only one of them")
    }
    let isSelecting = !arguments.operands.isEmpty || arguments.has(.section) || arguments.has(.type)
    return isSelecting ? try FeatureSelection(arguments.operands, arguments) : nil
  }

  func run(_ program: Program) async throws(Failure) {
    let context = try CommandContext(source, program)
    let change = OverrideCommand(context, only: only, isDryRun: isDryRun, isJSON: isJSON)
    switch selection {
    case .features(let features, let filter):
      try await change.reset(features, filter)
    case .variables(let variables, let features):
      try await change.set(features) { _ in variables.map { .variable($0, nil) } }
    }
  }
}
