import FeatureFlags

/// Clears the overrides of features, of all features, or of variables.
struct ResetCommand: Command {
  static let name = "reset"
  static let summary = "Clear the overrides of features."
  static let operands = [Operand("NAME", .any)]
  static let options: [Option] =
    [.all, .variable] + FeatureSelection.options + [.dryRun, .force]
  static let optionHelp = FeatureSelection.optionHelp.merging([
    .all: "Clear the overrides of all features.",
    .variable: "Clear only the override of this variable; may be repeated.",
  ]) { $1 }
  static let optionValues: [Option: String] = [.variable: "VARIABLE"]
  static let operandCompletions: [String: ValueCompletion] = ["NAME": .overriddenFeatures]
  static let sourceUse = SourceUse.option
  static let isChanging = true

  /// The overrides to clear: all, those of features, or those of variables.
  private enum Selection {
    case all
    case features(FeatureSelection)
    case variables([String], of: FeatureSelection)
  }

  private let source: SourceOptions
  private let selection: Selection
  private let isDryRun: Bool

  init(_ arguments: Arguments) throws(Failure) {
    let variables = arguments.values(.variable)
    let isSelecting = !arguments.operands.isEmpty || arguments.has(.section) || arguments.has(.type)
    guard arguments.has(.all) || isSelecting else {
      throw arguments.usage("'reset' expects NAME, --section, --type or --all")
    }
    guard !arguments.has(.all) || !isSelecting else {
      let other =
        arguments.operands.first.map { "\"\($0)\"" }
        ?? (arguments.has(.section) ? "--section" : "--type")
      throw arguments.usage("'reset': found --all and \(other), expected one of them")
    }
    if let text = variables.first(where: { $0.contains("=") }) {
      throw arguments.usage("--variable: found \"\(text)\", expected a name without a value")
    }
    if isSelecting {
      let features = try FeatureSelection(arguments.operands, arguments)
      selection = variables.isEmpty ? .features(features) : .variables(variables, of: features)
    } else {
      guard variables.isEmpty else {
        throw arguments.usage("--variable expects the name of a feature, and excludes --all")
      }
      selection = .all
    }
    source = try arguments.sourceOptions()
    isDryRun = arguments.has(.dryRun)
  }

  func run(_ program: Program) async throws(Failure) {
    let change = OverrideChange(try CommandContext(source, program), isDryRun: isDryRun)
    switch selection {
    case .all: try await change.resetAll()
    case .features(let features):
      try await change.apply(to: features, includesRemoved: true) { _ in .reset }
    case .variables(let variables, let features):
      try await change.apply(to: features) { _ in .decide(variables.map { .variable($0, nil) }) }
    }
  }
}
