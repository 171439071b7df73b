import Connectivity
import Dashboard
import FeatureFlags
import Files
import Frame

import struct FoundationEssentials.Date

/// Draws the screen into a file or to standard output, after some keys.
///
/// The keys do what they do on the screen, but no change is saved.
enum SnapshotCommand {
  static func run(
    _ arguments: Arguments,
    _ environment: Environment,
    _ library: ThemeLibrary,
    _ console: Console
  ) async throws(Failure) {
    let size = try size(arguments)
    let keys = try keys(arguments)
    let target = try Target(arguments.value(.output) ?? "")
    let connectivity = try ConnectivityConfiguration(arguments)
    let now = environment.reproducibleDate
    let setup = try Setup(arguments, environment: environment, isReadOnly: true) { now ?? Date() }
    let clock = WallClock.system(at: now ?? Date())
    let look = try DashboardLook(arguments, setup, library, environment, wallClock: clock)
    if let warning = look.warning { console.warn(warning) }
    let loaded = try await setup.open()
    var state = DashboardState(
      size: size,
      theme: look.theme,
      context: look.context,
      themes: look.themes
    )
    show(setup, loaded, on: &state)
    // Probes only the URLs that the user names: drawing a picture contacts no public host.
    var report: ConnectivityReport?
    if arguments.has(.url) { report = await Connectivity(configuration: connectivity).check() }
    if let report { _ = state.update(.connectivity(report), now: .zero) }
    for key in keys { try press(key, &state, setup, loaded) }
    // The result again, for a check that a key has started.
    if let report, state.isChecking { _ = state.update(.connectivity(report), now: .zero) }
    // In a long list a search is done once the typing pauses.
    _ = state.update(.tick, now: .milliseconds(100))
    let text = target.format.text(of: state.frame(now: .zero), theme: state.theme)
    try write(text, to: target, console)
  }

  private static func show(
    _ setup: Setup,
    _ loaded: ConfigurationLoader.Loaded,
    on state: inout DashboardState
  ) {
    _ = state.update(.loaded(setup.snapshot(of: loaded)), now: .zero)
  }

  /// Presses a key, and lets the dashboard see what comes of it.
  private static func press(
    _ key: Key,
    _ state: inout DashboardState,
    _ setup: Setup,
    _ loaded: ConfigurationLoader.Loaded
  ) throws(Failure) {
    let store = setup.store
    for effect in state.update(.key(key), now: .zero) {
      do throws(FlagStoreError) {
        switch effect {
        case .decide(let decision, let names): try store.decide(decision, for: names)
        case .reset(let names): try store.reset(names)
        case .resetAll: try store.resetAll()
        case .delete(let names): try store.delete(names)
        case .refresh, .clearCache, .pausePolling, .setInterval, .checkConnectivity, .decideFor,
          .saveTheme, .redraw, .suspend, .quit:
          continue
        }
      } catch {
        _ = state.update(.notice(Notice("\(error)", kind: .failure)), now: .zero)
      }
      show(setup, loaded, on: &state)
    }
  }

  private static func size(_ arguments: Arguments) throws(Failure) -> Size {
    guard let text = arguments.value(.size) else { return Size(columns: 120, rows: 32) }
    let parts = text.split(separator: "x").map { Int($0) }
    guard parts.count == 2, let columns = parts[0], let rows = parts[1],
      (1...1000).contains(columns), (1...1000).contains(rows)
    else {
      throw .usage("--size \"\(text)\" wants columns and rows, such as 120x32", command: .snapshot)
    }
    return Size(columns: columns, rows: rows)
  }

  private static func keys(_ arguments: Arguments) throws(Failure) -> [Key] {
    var keys: [Key] = []
    for name in (arguments.value(.keys) ?? "").split(separator: " ") {
      guard let key = Key(name: String(name)) else {
        throw .usage("--keys: \"\(name)\" is not a key", command: .snapshot)
      }
      keys.append(key)
    }
    return keys
  }

  private static func write(
    _ text: String,
    to target: Target,
    _ console: Console
  ) throws(Failure) {
    guard let path = target.path else { return console.write(text) }
    do throws(SystemError) {
      try FileSystem.writeOutput(path, Array(text.utf8))
    } catch {
      throw .output(path: path, reason: error.reason)
    }
  }

  /// Where a picture goes, and in which format.
  private struct Target {
    /// The path of the file; `nil` for standard output.
    let path: String?
    let format: FrameFormat

    /// Reads the value of `--output`: a file whose extension names the format, `-` for text on
    /// standard output, or `-.svg`, `-.ansi` or `-.txt` for a format on standard output.
    ///
    /// - Throws: `usage` for another extension.
    init(_ name: String) throws(Failure) {
      let ending = name == "-" ? "txt" : name.split(separator: ".").last.map(String.init) ?? ""
      guard let format = FrameFormat(rawValue: ending) else {
        throw .usage(
          "--output \"\(name)\" expects a name in .svg, .ansi or .txt, or -",
          command: .snapshot
        )
      }
      self.format = format
      path = name == "-" || name == "-." + ending ? nil : name
    }
  }
}
