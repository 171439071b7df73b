import FeatureFlags
import Files
import Terminal
import Text

import struct FoundationEssentials.Date

/// Finds the overrides that break an app, by halving the set of applied overrides, and restores all
/// overrides at the end.
struct BisectCommand: Command {
  static let row = CommandRow(
    name: "bisect",
    summary: "Find which overrides break an app by testing halves of them, then restore all.",
    operands: [Operand("NAME", .any, .features)],
    options: [.run, .restore] + FeatureSelection.options,
    optionHelp: [
      .section: "Bisect only overrides of features of this section; may be repeated.",
      .type:
        "Bisect only overrides of this type, one of \(FeatureKind.allTokens.joined(separator: ", ")).",
    ],
    sourceUse: .option,
    isChanging: true,
    make: Self.init
  )

  private let source: SourceOptions
  /// The features whose overrides are bisected; `nil` for all overrides.
  private let selection: FeatureSelection?
  /// The command that tests the app, with its arguments; `nil` for results from standard input.
  private let words: [String]?
  private let isRestoring: Bool

  init(_ arguments: Arguments) throws(Failure) {
    isRestoring = arguments.has(.restore)
    let rest = arguments.wordsAfterDashes
    let names: [String]
    if arguments.has(.run) {
      guard !rest.isEmpty else {
        throw arguments.usage("--run expects a command after --, as in --run -- ./test.sh")
      }
      words = rest
      names = Array(arguments.operands.dropLast(rest.count))
    } else {
      words = nil
      names = arguments.operands
    }
    if isRestoring, words != nil || !names.isEmpty {
      throw arguments.usage("--restore cannot be combined with features or --run")
    }
    let isFiltered = FeatureSelection.options.contains { !arguments.values($0).isEmpty }
    selection = names.isEmpty && !isFiltered ? nil : try FeatureSelection(names, arguments)
    source = try arguments.sourceOptions()
  }

  func run(_ program: Program) async throws(Failure) {
    let context = try CommandContext(source, program)
    if isRestoring { return try restore(context) }
    // Each step changes the overrides, which would disturb all members of a team.
    try context.refuseTeam(for: Self.row.name)
    _ = try await context.setup.open()
    let originals = try await overrides(context)
    let run = try BisectionRun(
      context,
      originals: originals,
      judge: words.map(BisectionRun.Judge.command) ?? .prompt,
      options: source.selection
    )
    if let signal = try await run.run() { Terminal.end(by: signal) }
  }

  /// Reports the result of `--restore`: creating the context has already restored the overrides, unless
  /// the bisecting process is still running.
  private func restore(_ context: CommandContext) throws(Failure) {
    if let note = context.bisection.failure { throw .store(.notRead(note)) }
    if let owner = context.bisection.owner {
      throw .lookUp(
        "process \(owner.id) is bisecting overrides; it restores them when it ends"
      )
    }
    if !context.bisection.isRestored { context.console.say("No bisection was interrupted.") }
  }

  /// The overrides to bisect.
  private func overrides(
    _ context: CommandContext
  ) async throws(Failure) -> [OverrideKey: Override] {
    let stored = try await mapError(
      awaiting: await context.setup.store.storedOverrides().filter {
        !$0.value.isEmpty && !$0.value.isExpired(at: Date())
      },
      to: Failure.notRead
    )
    guard !stored.isEmpty else {
      throw .lookUp("no feature is overridden, so there is nothing to bisect")
    }
    guard let selection else { return stored }
    let store = context.setup.store
    let features = try selection.features(in: store, besides: store.orphans)
    let names = features.map(\.name)
    let originals = stored.filter { names.contains($0.key.feature) }
    let found = Set(originals.keys.map(\.feature))
    // A glob may also match features without an override, but naming such a feature is a mistake.
    let other = names.first { !found.contains($0) }
    if let other, originals.isEmpty || !selection.isPattern(for: features) {
      throw .lookUp("\"\(other)\" is not overridden, expected a feature with an override")
    }
    return originals
  }
}
