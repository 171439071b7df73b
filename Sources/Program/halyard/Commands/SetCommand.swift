import FeatureFlags

/// Overrides the variation of tests, or the value or variables of features.
struct SetCommand: Command {
  static let row = CommandRow(
    name: "set",
    summary: "Override the variation of tests, or the value or variables of features.",
    operands: [
      Operand("NAME", .any, .features), Operand("VARIATION|VALUE", .optional, .variations),
    ],
    options: [.variable] + OverrideArguments.options + [.force],
    optionHelp: FeatureSelection.optionHelp.merging(
      [.variable: "Override a variable of the feature; may be repeated."]
    ) { $1 },
    optionValues: [.variable: "VARIABLE=VALUE"],
    sourceUse: .option,
    isChanging: true,
    make: Self.init
  )

  private let request: OverrideArguments
  /// The variation or the value; the type of the feature determines which.
  private let value: String?
  /// The variables and their new values, in the order of the command line.
  let variables: [(name: String, value: String)]

  init(_ arguments: Arguments) throws(Failure) {
    variables = try arguments.variableValues()
    var names = arguments.operands
    // With --section or --type, which select the features, a single operand is the variation.
    let hasName = !arguments.has(.section) && !arguments.has(.type) || names.count > 1
    value = names.count > (hasName ? 1 : 0) ? names.removeLast() : nil
    request = try OverrideArguments(names, arguments)
    if value == nil, variables.isEmpty {
      throw arguments.usage("'set' expects VARIATION, VALUE or --variable")
    }
  }

  func run(_ program: Program) async throws(Failure) {
    try await request.run(program, overrides(of:))
  }

  private func overrides(of feature: Feature) throws(FlagStoreError) -> [OverrideChoice] {
    var overrides: [OverrideChoice] = []
    do throws(OverrideError) {
      if let value { overrides.append(try feature.choice(setting: value)) }
      for (variable, text) in variables {
        overrides.append(.variable(variable, try feature.value(text, for: variable)))
      }
    } catch {
      throw .refused(feature.name, error)
    }
    return overrides
  }
}

extension Feature {
  /// Returns the change that sets a variation, or the value of a feature with a single variable.
  ///
  /// - Parameter word: The exact or printed name of the variation, or else the value.
  /// - Returns: The change.
  /// - Throws: The reason why the text is not a value of the feature; the store rejects an unknown
  ///   variation.
  func choice(setting word: String) throws(OverrideError) -> OverrideChoice {
    let variation = variation(named: word)
    // JSON's `null` means the default of the app, and is not a text.
    if word == "null", hasValues, type.isTest, !testVariations.contains(variation) {
      return .enabled(false)
    }
    let isValue = type == .value || hasValues && !testVariations.contains(variation)
    guard isValue, declaredVariables.count == 1 else { return .variation(variation) }
    let variable = declaredVariables[0].name
    return .variable(variable, try value(word, for: variable))
  }

  /// Finds the variation by its exact or printed name.
  ///
  /// If no or several variations match, returns a variation named like the operand, which the store
  /// rejects.
  private func variation(named word: String) -> TestVariation {
    switch NameMatch(of: word, among: testVariations.map(\.rawValue)) {
    case .found(let name): TestVariation(name: name)
    case .ambiguous, .none: TestVariation(name: word)
    }
  }
}
