import Connectivity
import Dashboard
import FeatureFlags
import Frame

import struct FoundationEssentials.Date

/// Writes a bug report: Markdown for people, and JSON from which `preset apply` restores all states.
struct ReportCommand: Command {
  static let row = CommandRow(
    name: "report",
    summary: "Write the state of all features as a bug report, in Markdown and JSON.",
    options: [.output, .connectivity, .url, .threshold, .expect, .expectStatus],
    optionHelp: [
      .output: """
      The Markdown file to write, with JSON beside it, or FILE.json, with Markdown beside it; - \
      writes Markdown to standard output. The default is halyard-report-DATE.md in the working folder.
      """
    ],
    sourceUse: .operand,
    isChanging: false,
    make: Self.init
  )

  private let source: SourceOptions
  private let theme: String?
  private let output: String?
  /// The URLs to probe; `nil` without `--connectivity`.
  private let connectivity: ConnectivityOptions?

  init(_ arguments: Arguments) throws(Failure) {
    let options = try arguments.connectivityOptions()
    connectivity = arguments.has(.connectivity) ? options : nil
    for option in [Option.url, .threshold, .expect, .expectStatus] where connectivity == nil {
      guard !arguments.has(option) else {
        throw arguments.usage("\(option.flag) expects --connectivity too")
      }
    }
    source = try arguments.sourceOptions()
    theme = arguments.value(.theme)
    output = arguments.value(.output)
  }

  func run(_ program: Program) async throws(Failure) {
    let context = try CommandContext(source, program)
    try context.setup.refuseSource(as: output)
    let loaded = try await context.open()
    var check: ConnectivityReport?
    if let connectivity {
      let configuration = connectivity.configuration()
      check = await Connectivity(configuration: configuration, client: program.makeClient()).check()
    }
    let screen = try screen(context.setup, loaded, check)
    let report = await Report(
      of: context.setup,
      loaded,
      ReportFacts(screen: screen, connectivity: check)
    )
    guard output != "-" else { return context.console.write(report.markdown) }
    let files =
      output.map { ReportFiles($0) } ?? ReportFiles(report, in: program.environment.workingFolder)
    for path in try files.write(report) { context.console.say(path) }
  }

  private func screen(
    _ setup: Setup,
    _ loaded: ConfigurationLoader.Loaded,
    _ check: ConnectivityReport?
  ) throws(Failure) -> String {
    let (settings, _) = setup.program.settings()
    let screen = try ScreenSetup(
      theme: theme,
      settings,
      setup,
      setup.program,
      probeURLs: [],
      wallClock: .system(at: setup.program.environment.reproducibleDate ?? Date())
    )
    let size = Size(columns: Report.screenSize.columns, rows: Report.screenSize.rows)
    var state = screen.state(size: size)
    _ = state.update(.loaded(setup.snapshot(of: loaded, state.context)), now: .zero)
    if let check { _ = state.update(.connectivity(check), now: .zero) }
    return state.reportScreen(now: .zero)
  }
}
