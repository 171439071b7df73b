import Dashboard
import FeatureFlags

/// Compares the state of a feature, or the results that clients received in a run, with what a test
/// expects.
struct AssertCommand: Command {
  static let row = CommandRow(
    name: "assert",
    summary: "Exit with 1 and the reason if a feature, or what clients got, is not as expected.",
    operands: [
      Operand("NAME", .required, .features),
      Operand("STATE|VARIATION|VALUE", .optional, .variations),
    ],
    options: [.variable, .preset, .isolated, .asked],
    optionHelp: [
      .variable: "Expect the value of a variable; may be repeated.",
      .preset: "Apply a preset first, by its name, file or URL; nothing is saved.",
    ],
    optionValues: [.variable: "VARIABLE=VALUE"],
    sourceUse: .option,
    isChanging: false,
    make: Self.init
  )

  private let source: SourceOptions
  private let name: String
  /// The expected state, variation or value; `nil` if only variables are checked, or any result is
  /// accepted.
  private let expected: String?
  /// The variables and their expected values, in the order of the command line.
  private let variables: [(name: String, value: String)]
  private let preset: String?
  /// The results that clients received in a run; `nil` without `--asked`.
  private let asked: AskedResults?

  init(_ arguments: Arguments) throws(Failure) {
    source = try arguments.sourceOptions()
    name = arguments.operands[0]
    expected = arguments.operands.dropFirst().first
    variables = try arguments.variableValues()
    preset = arguments.value(.preset)
    asked = try arguments.value(.asked).map { path throws(Failure) in
      try AskedResults(path: path, arguments)
    }
    if asked != nil, let option = [Option.preset, .isolated].first(where: arguments.has) {
      throw arguments.usage("found --asked and \(option.flag), expected only one of them")
    }
    if asked == nil, expected == nil, variables.isEmpty {
      throw arguments.usage("'assert' expects on, off, VARIATION, VALUE, --variable or --asked")
    }
  }

  func run(_ program: Program) async throws(Failure) {
    if let asked {
      let text = try asked.check(name, expected: expected, variables)
      return program.console.say(text)
    }
    let context = try CommandContext(source, program)
    let loaded = try await context.open()
    for failure in loaded.failures { context.console.warn("\(failure)") }
    try await PresetApplication(context: context).applyUntilExit(preset, source)
    let store = context.setup.store
    let found = try context.name(selectedBy: name)
    let feature = try mapError(store.requiredFeature(named: found), to: Failure.store)
    let user = store.context
    let subject = feature.name.text + (user.targetingKey.map { " for \($0)" } ?? "")
    let expectations = try mapError(expectations(of: feature)) { (error: OverrideError) in
      Failure.store(.refused(feature.name, error))
    }
    if let failed = expectations.first(where: { !feature.meets($0) }) {
      let reason = feature.reason(by: loaded.configuration.evaluator, for: user)
      throw .lookUp(
        "\(subject): found \(feature.text(comparedWith: failed)), expected \(failed.expectation): \(reason)"
      )
    }
    context.console.say("\(subject): \(feature.stateText)")
  }

  private func expectations(of feature: Feature) throws(OverrideError) -> [OverrideChoice] {
    var expectations: [OverrideChoice] = []
    if let expected { expectations.append(try feature.expectation(expected)) }
    for (variable, text) in variables {
      expectations.append(.variable(variable, try feature.value(text, for: variable)))
    }
    return expectations
  }
}
