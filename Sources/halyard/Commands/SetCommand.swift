import FeatureFlags

/// Overrides the variation of a test, or the value or variables of a feature.
struct SetCommand: Command {
  static let name = "set"
  static let summary = "Override the variation of a test, or the value or variables of a feature."
  static let operands = [Operand("NAME", .required), Operand("VARIATION|VALUE", .optional)]
  static let options: [Option] = [.variable]
  static let optionHelp: [Option: String] = [
    .variable: "Override a variable of the feature; may be repeated."
  ]
  static let optionValues: [Option: String] = [.variable: "VARIABLE=VALUE"]
  static let sourceUse = SourceUse.option
  static let isChanging = true

  private let source: SourceOptions
  private let name: String
  /// The variation or the value; the type of the feature determines which.
  private let value: String?
  /// The variables and their new values, in the order of the command line.
  let variables: [(name: String, value: String)]

  init(_ arguments: Arguments) throws(Failure) {
    variables = try Self.variables(arguments)
    if arguments.operands.count < 2, variables.isEmpty {
      throw arguments.usage("'set' expects VARIATION, VALUE or --variable")
    }
    source = try arguments.sourceOptions()
    name = arguments.operands[0]
    value = arguments.operands.dropFirst().first
  }

  func run(_ program: Program) async throws(Failure) {
    let change = OverrideChange(try CommandContext(source, program))
    try await change.apply(to: [name]) { names, store throws(FlagStoreError) in
      for name in names {
        let feature = try store.requiredFeature(named: name)
        try store.decide(try overrides(of: feature), for: [name])
      }
    }
  }

  private static func variables(
    _ arguments: Arguments
  ) throws(Failure) -> [(name: String, value: String)] {
    var variables: [(name: String, value: String)] = []
    for text in arguments.values(.variable) {
      guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
        throw arguments.usage("--variable: found \"\(text)\", expected VARIABLE=VALUE")
      }
      variables.append((String(text[..<equals]), String(text[text.index(after: equals)...])))
    }
    return variables
  }

  private func overrides(of feature: Feature) throws(FlagStoreError) -> [Decision] {
    var overrides: [Decision] = []
    do throws(DecisionError) {
      if let value {
        if feature.type == .value, feature.declaredVariables.count == 1 {
          let variable = feature.declaredVariables[0].name
          overrides.append(.variable(variable, try feature.value(value, for: variable)))
        } else {
          overrides.append(.variation(Self.variation(named: value, of: feature)))
        }
      }
      for (variable, text) in variables {
        overrides.append(.variable(variable, try feature.value(text, for: variable)))
      }
    } catch {
      throw .refused(feature.name, error)
    }
    return overrides
  }

  /// Finds the variation by its exact or printed name.
  ///
  /// If no or several variations match, returns a variation named like the operand, which the store
  /// rejects.
  private static func variation(named word: String, of feature: Feature) -> TestVariation {
    switch NameMatch(of: word, among: feature.testVariations.map(\.rawValue)) {
    case .found(let name): TestVariation(name: name)
    case .ambiguous, .none: TestVariation(name: word)
    }
  }
}
