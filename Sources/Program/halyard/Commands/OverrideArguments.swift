import FeatureFlags

/// The arguments of every command that overrides features: the features, the lifetime and the note of
/// the overrides, and whether the change is only printed.
struct OverrideArguments {
  static let options = FeatureSelection.options + OverrideOptions.options + [.dryRun, .json]

  private let source: SourceOptions
  private let selection: FeatureSelection
  private let options: OverrideOptions
  private let isDryRun: Bool
  private let isJSON: Bool

  /// Parses the options.
  ///
  /// - Parameters:
  ///   - names: The operands that select features.
  ///   - arguments: The arguments of the command.
  /// - Throws: `usage` for a value that cannot be parsed, `source` for a file that cannot be read.
  init(_ names: [String], _ arguments: Arguments) throws(Failure) {
    selection = try FeatureSelection(names, arguments)
    source = try arguments.sourceOptions()
    options = try OverrideOptions(arguments)
    isDryRun = arguments.has(.dryRun)
    isJSON = arguments.has(.json)
  }

  /// Loads the features, overrides the selected ones, and prints the new state of each.
  ///
  /// - Parameters:
  ///   - program: The dependencies of the command.
  ///   - choices: Returns the changes that set the override of a feature.
  /// - Throws: The errors of ``OverrideCommand``, and those of `choices`.
  func run(
    _ program: Program,
    _ choices: (Feature) throws(FlagStoreError) -> [OverrideChoice]
  ) async throws(Failure) {
    let context = try CommandContext(source, program)
    let command = OverrideCommand(context, options, isDryRun: isDryRun, isJSON: isJSON)
    try await command.set(selection, choices)
  }
}
