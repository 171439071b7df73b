import Connectivity
import Dashboard
import FeatureFlags
import Files
import Frame

import struct FoundationEssentials.Date

/// Renders the screen to a file or standard output, after simulating key presses.
///
/// The keys have the same effects as on the screen, but no change is saved.
struct SnapshotCommand: Command {
  static let row = CommandRow(
    name: "snapshot",
    summary: "Render the screen to a file or standard output, after simulating key presses.",
    options: [.size, .keys, .output, .url, .threshold, .expect, .ascii],
    sourceUse: .operand,
    isChanging: false,
    make: Self.init
  )

  private let source: SourceOptions
  private let theme: String?
  private let size: Size
  private let keys: [Key]
  private let target: SnapshotTarget
  private let connectivity: ConnectivityOptions
  private let isASCII: Bool

  init(_ arguments: Arguments) throws(Failure) {
    guard let output = arguments.value(.output) else {
      throw arguments.usage("'snapshot' expects --output FILE")
    }
    size = try Self.size(arguments)
    keys = try Self.keys(arguments)
    target = try SnapshotTarget(output)
    connectivity = try arguments.connectivityOptions()
    source = try arguments.sourceOptions()
    theme = arguments.value(.theme)
    isASCII = arguments.has(.ascii)
  }

  func run(_ program: Program) async throws(Failure) {
    let (environment, console) = (program.environment, program.console)
    let connectivity = connectivity.configuration()
    let now = environment.reproducibleDate
    let setup = try Setup(source, program, isReadOnly: true) { now ?? Date() }
    let (settings, warning) = program.settings()
    let screen = try ScreenSetup(
      theme: theme,
      settings,
      setup,
      program,
      probeURLs: connectivity.addresses,
      wallClock: WallClock.system(at: now ?? Date()),
      isASCII: isASCII
    )
    for text in [warning, screen.warning].compactMap(\.self) { console.warn(text) }
    let loaded = try await setup.open()
    var state = screen.state(size: size)
    _ = state.update(.themes(screen.setting.themes()), now: .zero)
    for event in Event.savedFavourites(of: setup.workspace) { _ = state.update(event, now: .zero) }
    await show(setup, loaded, withHistoryOn: &state)
    // Probes only the URLs of `--url`: a snapshot must not contact public hosts.
    var report: ConnectivityReport?
    if !self.connectivity.urls.isEmpty {
      report = await Connectivity(configuration: connectivity, client: program.makeClient())
        .check()
    }
    if let report { _ = state.update(.connectivity(report), now: .zero) }
    for key in keys { try press(key, &state, setup, loaded) }
    // If a key press has started a connectivity check, reports the first result again instead of
    // sending a second request.
    if let report, state.isChecking { _ = state.update(.connectivity(report), now: .zero) }
    // Searching a long list is debounced: this tick ends the delay.
    _ = state.update(.tick, now: .milliseconds(100))
    let frame = screen.isASCII ? state.frame(now: .zero).ascii : state.frame(now: .zero)
    guard let path = target.path else {
      return target.print(frame, theme: state.theme, on: program.console)
    }
    try write(target.text(of: frame, theme: state.theme), to: path, program)
  }

  private func show(
    _ setup: Setup,
    _ loaded: ConfigurationLoader.Loaded,
    on state: inout DashboardState
  ) {
    _ = state.update(.loaded(setup.snapshot(of: loaded, state.context)), now: .zero)
  }

  /// Shows the features, and the changes of the overrides and of the source, as the dashboard does.
  private func show(
    _ setup: Setup,
    _ loaded: ConfigurationLoader.Loaded,
    withHistoryOn state: inout DashboardState
  ) async {
    show(setup, loaded, on: &state)
    do throws(WorkspaceError) {
      for event in try await Event.history(of: setup) { _ = state.update(event, now: .zero) }
    } catch {
      _ = state.update(.notice(Notice("\(error)", kind: .failure)), now: .zero)
    }
  }

  /// Performs a request of the screen that only reads presets, and shows its results; also performs the
  /// requests that result from that.
  private func show(_ effect: PresetEffect, _ setup: Setup, on state: inout DashboardState) {
    for event in PresetEffectRunner(setup).events(for: effect) {
      for case .presets(let next) in state.update(event, now: .zero) {
        show(next, setup, on: &state)
      }
    }
  }

  /// Simulates a key press and applies its changes of overrides.
  private func press(
    _ key: Key,
    _ state: inout DashboardState,
    _ setup: Setup,
    _ loaded: ConfigurationLoader.Loaded
  ) throws(Failure) {
    let store = setup.store
    for effect in state.update(.key(key), now: .zero) {
      do throws(FlagStoreError) {
        switch effect {
        case .overrides(let change): try store.applyAndWait(change)
        case .bisect(let step): try store.apply(.bisect(step.changes))
        case .endBisection(let step): try store.apply(.bisect(step.restoration))
        case .presets(let effect):
          show(effect, setup, on: &state)
          continue
        case .session(.compareUsers):
          let comparison = UserComparison(store, state.context.personas)
          _ = state.update(.comparedUsers(comparison), now: .zero)
          continue
        case .usages(.find(let name, let folders)):
          let result = UsageProgress(searching: folders, for: name)
          _ = state.update(.usages(name, result), now: .zero)
          continue
        // Ignores undo and redo: a snapshot saves no changes that it could revert.
        case .undo, .redo: continue
        case .session, .sortFeatures, .saveTheme, .saveFavourites, .report, .edit, .terminal,
          .usages:
          continue
        }
      } catch {
        _ = state.update(.notice(Notice("\(error)", kind: .failure)), now: .zero)
      }
      show(setup, loaded, on: &state)
    }
  }

  private static func size(_ arguments: Arguments) throws(Failure) -> Size {
    guard let text = arguments.value(.size) else {
      return Size(columns: Defaults.screenSize.columns, rows: Defaults.screenSize.rows)
    }
    let parts = text.split(separator: "x").map { Int($0) }
    guard parts.count == 2, let columns = parts[0], let rows = parts[1],
      (1...1000).contains(columns), (1...1000).contains(rows)
    else {
      throw arguments.usage("--size: found \"\(text)\", expected columns and rows, such as 120x32")
    }
    return Size(columns: columns, rows: rows)
  }

  private static func keys(_ arguments: Arguments) throws(Failure) -> [Key] {
    var keys: [Key] = []
    for name in (arguments.value(.keys) ?? "").split(separator: " ") {
      guard let key = Key(name: String(name)) else {
        throw arguments.usage(
          "--keys: found \"\(name)\", expected a character or a key such as down"
        )
      }
      keys.append(key)
    }
    return keys
  }

  private func write(_ text: String, to path: String, _ program: Program) throws(Failure) {
    try mapError(FileSystem.writeOutput(path, Array(text.utf8))) { (error: SystemError) in
      Failure.output(path: path, reason: error.reason)
    }
    program.recordWrite(path, text.utf8.count)
  }
}
