import Connectivity
import Dashboard
import FeatureFlags
import Files
import Frame
import Networking

import struct FoundationEssentials.Date

/// Renders the screen after simulated key presses, or an animation of it, to a file or standard output.
///
/// The keys have the same effects as on the screen, but no change is saved.
struct SnapshotCommand: Command {
  static let row = CommandRow(
    name: "snapshot",
    summary: "Render the screen to a file or standard output, after simulating key presses.",
    options: [.size, .keys, .script, .output, .url, .threshold, .expect, .expectStatus, .ascii],
    sourceUse: .operand,
    isChanging: false,
    make: Self.init
  )

  private let source: SourceOptions
  private let theme: String?
  private let size: Size
  private let keys: [Key]
  private let script: SnapshotScript?
  private let target: SnapshotTarget
  private let connectivity: ConnectivityOptions
  private let isASCII: Bool

  init(_ arguments: Arguments) throws(Failure) {
    guard let output = arguments.value(.output) else {
      throw arguments.usage("'snapshot' expects --output FILE")
    }
    size = try Self.size(arguments)
    keys = try Self.keys(arguments)
    script = try Self.script(arguments)
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
    try setup.refuseSource(as: target.path)
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
    var session = SnapshotSession(setup, loaded, screen.state(size: size))
    session.update(.themes(screen.setting.themes()))
    for event in Event.savedFavourites(of: setup.workspace) { session.update(event) }
    session.showFeatures()
    await showHistory(in: &session)
    await press(keys, in: &session, connectivity, program)
    var recorder = SnapshotRecorder(session, script, program, isASCII: screen.isASCII)
    try await recorder.run()
    let (recording, theme) = (recorder.recording, recorder.theme)
    guard let path = target.path else {
      return target.print(recording, theme: theme, on: program.console)
    }
    try write(target.text(of: recording, theme: theme), to: path, program)
  }

  /// Shows the result of probing the URLs of `--url`, and presses the keys.
  private func press(
    _ keys: [Key],
    in session: inout SnapshotSession,
    _ connectivity: ConnectivityConfiguration,
    _ program: Program
  ) async {
    // Probes only the URLs of `--url`: a snapshot must not contact public hosts.
    var report: ConnectivityReport?
    if !self.connectivity.urls.isEmpty {
      report = await Connectivity(configuration: connectivity, client: program.makeClient())
        .check()
    }
    if let report { session.update(.connectivity(report)) }
    for key in keys { session.press(key) }
    // If a key press has started a connectivity check, reports the first result again instead of
    // sending a second request.
    if let report, session.state.isChecking { session.update(.connectivity(report)) }
    // Searching a long list is debounced: this tick ends the delay.
    session.tick(at: .milliseconds(100))
  }

  /// Shows the changes of the overrides and of the source.
  private func showHistory(in session: inout SnapshotSession) async {
    do throws(WorkspaceError) {
      let clock = session.state.context.wallClock
      for event in try await Event.history(of: session.setup, clock) { session.update(event) }
    } catch {
      session.update(.notice(Notice("\(error)", kind: .failure)))
    }
  }

  private static func size(_ arguments: Arguments) throws(Failure) -> Size {
    guard let text = arguments.value(.size) else {
      return Size(columns: Defaults.screenSize.columns, rows: Defaults.screenSize.rows)
    }
    let parts = text.split(separator: "x").map { Int($0) }
    guard parts.count == 2, let columns = parts[0], let rows = parts[1],
      case let size = Size(columns: columns, rows: rows), columns > 0, rows > 0,
      size == size.limited
    else {
      throw arguments.usage(
        "--size: found \"\(text)\", expected columns and rows up to \(Size.maximumSide), such as 120x32"
      )
    }
    return size
  }

  private static func script(_ arguments: Arguments) throws(Failure) -> SnapshotScript? {
    guard let path = arguments.value(.script) else { return nil }
    let text = try arguments.text(of: path, limit: SnapshotScript.sizeLimit)
    return try SnapshotScript(text, name: URLRedaction.redacted(path: path))
  }

  private static func keys(_ arguments: Arguments) throws(Failure) -> [Key] {
    try mapError(Key.keys(arguments.value(.keys) ?? "")) { (error: Key.UnknownName) in
      arguments.usage("--keys: found \"\(error.name)\", expected \(Key.UnknownName.expected)")
    }
  }

  private func write(_ text: String, to path: String, _ program: Program) throws(Failure) {
    try mapError(FileSystem.writeOutput(path, Array(text.utf8))) { (error: SystemError) in
      Failure.output(path: path, reason: error.reason)
    }
    program.recordWrite(path, text.utf8.count)
  }
}
