import FeatureFlags
import Frame

/// The source of a command, and the program it runs in.
struct CommandContext {
  let setup: Setup
  let program: Program
  var console: Console { program.console }

  /// Makes the source, the workspace and the store that the options select.
  ///
  /// - Throws: `usage` or `source`, for a name that no source can have.
  init(_ source: SourceOptions, _ program: Program) throws(Failure) {
    setup = try Setup(source, program, author: program.environment.author)
    self.program = program
  }

  /// Loads the configuration into the store for a command that only reads; an unusable workspace is
  /// a warning.
  ///
  /// - Throws: `source`, if the source cannot be loaded and is not cached.
  func open() async throws(Failure) -> ConfigurationLoader.Loaded {
    let loaded = try await setup.load()
    do throws(FlagStoreError) {
      try setup.store.load(loaded.configuration)
    } catch {
      console.warn("\(error)")
    }
    return loaded
  }

  /// The name of the feature that a word on the command line selects.
  ///
  /// - Parameters:
  ///   - word: The name, as `list` prints it, or in another letter case.
  ///   - others: Names that the word can select besides those of the features.
  /// - Returns: The name of the feature; the word itself if it selects none, so that the store
  ///   reports it.
  /// - Throws: `lookUp`, if the word selects several names.
  func name(
    selectedBy word: String,
    besides others: some Sequence<Feature.Name> = []
  ) throws(Failure) -> Feature.Name {
    let exact = FeatureName(rawValue: word)
    guard setup.store.feature(named: exact) == nil else { return exact }
    let names = Set(setup.store.features.map(\.name)).union(others)
    switch NameMatch(of: word, among: names.lazy.map(\.rawValue)) {
    case .found(let name): return FeatureName(rawValue: name)
    case .ambiguous(let names): throw .ambiguous(word, names)
    case .none: return exact
    }
  }

  /// Reports the failures that loading has recovered from, the warnings about the document as a
  /// whole, and the number of errors in the document.
  func warn(of loaded: ConfigurationLoader.Loaded) {
    for failure in loaded.failures { console.warn("\(failure)") }
    let name = setup.name(of: loaded)
    let hint = name == setup.source.name ? "'halyard check'" : "'halyard check \(name)'"
    let problems = loaded.configuration.problems
    let warnings = problems.filter { $0.feature == nil && $0.severity == .warning }
    for warning in warnings.prefix(Self.warningLimit) { console.warn("\(name): \(warning.fact)") }
    let rest = warnings.count - Self.warningLimit
    if rest > 0 { console.warn("\(name) has \(Number.count(rest, "more warning")), see \(hint)") }
    let errors = loaded.configuration.problemTally.errorCount
    if errors > 0 { console.warn("\(name) has \(Number.count(errors, "error")), see \(hint)") }
  }

  /// The number of warnings that a command prints before its own output; `check` prints all.
  private static let warningLimit = 5
}
