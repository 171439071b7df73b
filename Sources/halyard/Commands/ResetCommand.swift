import FeatureFlags

/// Clears the overrides of features, of all features, or of variables.
struct ResetCommand: Command {
  static let name = "reset"
  static let summary = "Clear the overrides of features."
  static let operands = [Operand("NAME", .any)]
  static let options: [Option] = [.all, .variable]
  static let optionHelp: [Option: String] = [
    .all: "Clear the overrides of all features.",
    .variable: "Clear only the override of this variable; may be repeated.",
  ]
  static let optionValues: [Option: String] = [.variable: "VARIABLE"]
  static let sourceUse = SourceUse.option
  static let isChanging = true

  /// The overrides to clear: all, those of features, or those of variables.
  private enum Selection {
    case all
    case features([String])
    case variables([String], of: [String])
  }

  private let source: SourceOptions
  private let selection: Selection

  init(_ arguments: Arguments) throws(Failure) {
    let (names, variables) = (arguments.operands, arguments.values(.variable))
    guard arguments.has(.all) == names.isEmpty else {
      throw arguments.usage("'reset' expects the name of a feature, or --all")
    }
    if let text = variables.first(where: { $0.contains("=") }) {
      throw arguments.usage("--variable: found \"\(text)\", expected a name without a value")
    }
    if names.isEmpty {
      guard variables.isEmpty else {
        throw arguments.usage("--variable expects the name of a feature, and excludes --all")
      }
      selection = .all
    } else {
      selection = variables.isEmpty ? .features(names) : .variables(variables, of: names)
    }
    source = try arguments.sourceOptions()
  }

  func run(_ program: Program) async throws(Failure) {
    let change = OverrideChange(try CommandContext(source, program))
    switch selection {
    case .all: try await change.resetAll()
    case .features(let names):
      try await change.apply(to: names, includesRemoved: true) {
        names,
        store throws(FlagStoreError) in
        try store.reset(names)
      }
    case .variables(let variables, let names):
      try await change.apply(to: names) { names, store throws(FlagStoreError) in
        try store.decide(variables.map { .variable($0, nil) }, for: names)
      }
    }
  }
}
