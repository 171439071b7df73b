import Dashboard
import FeatureFlags
import Files
import Team
import Text
import Workbench

import struct FoundationEssentials.Date

/// The dependencies of a running command: the source, the workspace, the store and the program.
struct CommandContext {
  let setup: Setup
  let program: Program
  /// The bisection of the overrides that another program runs, or that was interrupted.
  let bisection: BisectionRecovery
  var console: Console { program.console }

  /// Creates the session and the workspace that the options select, and restores the overrides of an
  /// interrupted bisection.
  ///
  /// - Parameters:
  ///   - source: The options that select the source, the user and the workspace.
  ///   - program: The dependencies of the command.
  ///   - usesCache: Whether the last known good configuration of a file is the fallback while the
  ///     file cannot be parsed; a server always uses it.
  ///   - sessionOwner: The process whose end also ends new overrides with the lifetime `session`; by
  ///     default the session leader of the terminal, such as the shell.
  ///   - trigger: Selects the trigger that reloads the source; no trigger by default.
  /// - Throws: `usage` or `source`, for a malformed name of a source.
  init(
    _ source: SourceOptions,
    _ program: Program,
    usesCache: Bool = false,
    sessionOwner: ProcessIdentity? = .sessionLeader,
    trigger: Setup.Trigger = { _, _ in .none }
  ) throws(Failure) {
    setup = try Setup(
      source,
      program,
      usesCache: usesCache,
      author: program.environment.author,
      sessionOwner: sessionOwner,
      trigger: trigger
    )
    self.program = program
    bisection = BisectionRecovery(setup.store.workspace, isReadOnly: setup.store.isReadOnly)
    if let note = bisection.note { program.console.warn(note) }
  }

  /// Rejects a team, for a command that only works with the overrides of a workspace.
  ///
  /// - Throws: `usage` if a team is selected.
  func refuseTeam(for command: String) throws(Failure) {
    guard setup.team != nil else { return }
    throw .usage(
      "'\(command)' works only with the overrides of a workspace, not of a team; add "
        + "\(Option.team.flag) \(TeamOptions.none)",
      command: nil
    )
  }

  /// The override storage of the team, for a command that needs a team.
  ///
  /// - Throws: `usage` without a team.
  func team(for command: String) throws(Failure) -> EtcdOverrideStorage {
    if let team = setup.team { return team }
    throw .usage(
      "'\(command)' needs a team; add \(Option.team.flag) ADDRESS, or set \(TeamOptions.variable) or "
        + "the setting \"\(Setting.team.name)\"",
      command: command
    )
  }

  /// Prints the changes of the command that the team's storage has refused, because colleagues have
  /// changed the same features in the meantime or have locked them.
  ///
  /// Also warns of pending changes, which are queued until etcd can be reached.
  ///
  /// - Throws: `negative` if changes of this command were refused.
  func reportConflicts() throws(Failure) {
    warnOfPending()
    let conflicts = setup.team?.takeConflicts() ?? []
    guard !conflicts.isEmpty else { return }
    let clock = WallClock.system(at: Date())
    for conflict in conflicts where conflict.wasPending {
      console.warn("\(conflict.text(clock)); change the feature again to overwrite it")
    }
    let refused = conflicts.filter { !$0.wasPending }
    for conflict in refused {
      Console.fail("\(conflict.text(clock)); \(Option.force.flag) overwrites it")
    }
    if !refused.isEmpty { throw .negative }
  }

  /// Warns of pending changes, which are queued on this machine and not sent to the team yet.
  func warnOfPending() {
    if let pending = setup.team?.activity.pending, !pending.isEmpty {
      let verb = pending.count == 1 ? "has" : "have"
      let force = setup.team?.isForcing == true ? "; \(Option.force.flag) has no effect on it" : ""
      console.warn(
        "\(Number.count(pending.count, "feature")) \(verb) a change that the team does not have yet; the "
          + "next dashboard or command that changes overrides sends it\(force)"
      )
    }
  }

  /// Loads the configuration into the store for a command that only reads.
  ///
  /// Warns if the workspace is unusable, and continues without its overrides.
  ///
  /// - Throws: `source`, if the source cannot be loaded and is not cached.
  func open() async throws(Failure) -> ConfigurationLoader.Loaded {
    let loaded = try await setup.load()
    do throws(FlagStoreError) {
      try setup.store.load(loaded.configuration)
    } catch {
      let rest =
        setup.team == nil ? "" : "; the features are shown without the overrides of the team"
      console.warn("\(error)\(rest)")
    }
    setup.warnOfOverrides()
    setup.remarkOnUser()
    return loaded
  }

  /// Loads the configuration into the store for a command that changes overrides, and warns of failures
  /// that loading has recovered from.
  ///
  /// - Throws: `source`, or `store` if the workspace cannot be read or written.
  func openForChange() async throws(Failure) {
    for failure in try await setup.open().failures { console.warn("\(failure)") }
  }

  /// Parses the value of `--only`, after the source was loaded, because only some flag systems have kinds of
  /// contexts.
  ///
  /// - Returns: The scope; `nil` without the option.
  /// - Throws: `usage` for a text that is no scope.
  func scope(_ text: String?) throws(Failure) -> OverrideScope? {
    guard let text else { return nil }
    let hasKinds = setup.store.hasContextKinds
    if let scope = OverrideScope(text, hasKinds: hasKinds) { return scope }
    let expected = OverrideScope.expectation(hasKinds: hasKinds)
    throw .lookUp("\(Option.only.flag): found \"\(text)\", expected \(expected)")
  }

  /// Finds the feature that a word on the command line selects.
  ///
  /// - Parameters:
  ///   - word: The name as `list` prints it, in any letter case.
  ///   - others: Additional names that the word can select, such as those of removed features.
  /// - Returns: The name of the feature; the word itself if no feature matches, so that the store
  ///   reports the unknown name.
  /// - Throws: `lookUp`, if the word matches several names.
  func name(
    selectedBy word: String,
    besides others: some Sequence<Feature.Name> = []
  ) throws(Failure) -> Feature.Name {
    let exact = Feature.Name(rawValue: word)
    guard setup.store.feature(named: exact) == nil else { return exact }
    let names = Set(setup.store.features.map(\.name)).union(others)
    switch NameMatch(of: word, among: names.lazy.map(\.rawValue)) {
    case .found(let name): return Feature.Name(rawValue: name)
    case .ambiguous(let names): throw .ambiguous(word, names)
    case .none: return exact
    }
  }

  /// Finds the feature that a word selects; a feature that the source no longer has is found if it has
  /// an override.
  ///
  /// - Throws: `lookUp` or `store`, if no feature or more than one matches.
  func listedFeature(named word: String) throws(Failure) -> Feature {
    let orphans = setup.store.orphans
    let name = try name(selectedBy: word, besides: orphans.lazy.map(\.name))
    if let orphan = orphans.first(where: { $0.name == name }) { return orphan }
    return try mapError(setup.store.requiredFeature(named: name), to: Failure.store)
  }

  /// Warns of failures that loading has recovered from, of problems of the document as a whole, and
  /// of the number of errors in the document.
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

  /// The maximum number of warnings that a command prints before its output; `check` prints all.
  private static let warningLimit = 5
}
