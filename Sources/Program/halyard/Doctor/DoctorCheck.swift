import FlagSystem

/// A check of `doctor`: its name, what it examines, and the function that returns its findings.
struct DoctorCheck: Sendable {
  /// The name in the page and in JSON, which scripts depend on.
  let name: String
  /// What the check examines, for the documentation.
  let meaning: String
  /// The maximum time that the page waits for the check.
  let limit: @Sendable (DoctorSubject) -> Duration
  /// Performs the check, and returns at least one finding; may block its thread.
  let find: @Sendable (DoctorSubject) async -> [DoctorFinding]

  /// The limit of a check that sends no request.
  private static let usualLimit = Duration.seconds(3)

  init(
    _ name: String,
    _ meaning: String,
    limit: @escaping @Sendable (DoctorSubject) -> Duration = { _ in usualLimit },
    find: @escaping @Sendable (DoctorSubject) async -> [DoctorFinding]
  ) {
    (self.name, self.meaning, self.limit, self.find) = (name, meaning, limit, find)
  }

  /// All checks, in the order of the page.
  static let all = screen + [settings, connection, source] + storage + [team, port] + libraries

  private static let screen = [
    DoctorCheck("version", "the versions of Halyard and of the system") {
      [.ok(VersionFacts($0.program).text)]
    },
    DoctorCheck("terminal", "whether the dashboard opens: `TERM`, its entry in terminfo, the size")
    {
      [$0.terminal.finding]
    },
    DoctorCheck("colours", "the number of colours, and what it was derived from") {
      [$0.terminal.colourFinding]
    },
    DoctorCheck("locale", "whether the dashboard draws with all characters, or in ASCII") {
      [$0.program.environment.localeFinding]
    },
    DoctorCheck("clipboard", "how a text is copied: OSC 52, and the options of tmux") {
      [ClipboardFacts($0).finding]
    },
  ]

  private static let settings = DoctorCheck(
    "settings",
    "the mistakes in the settings, with line and key"
  ) { SettingsFacts($0.program).findings }

  private static let connection = DoctorCheck(
    "connection",
    "which certificate authorities, client certificate and proxy requests use"
  ) { [ConnectionFacts($0.program.connection).finding] }

  private static let source = DoctorCheck(
    "source",
    "whether the source can be loaded: format, features, problems, times, certificate",
    limit: \.requestLimit
  ) { await SourceFacts($0).findings }

  private static let storage = [
    DoctorCheck("workspace", "whether its folders can be written, the free space, the overrides") {
      WorkspaceFacts($0).findings
    },
    DoctorCheck("lock", "whether another process is writing to the workspace, and which") {
      [LockFacts($0).finding]
    },
  ]

  private static let team = DoctorCheck(
    "team",
    "whether etcd responds, how fast, and what it permits",
    limit: \.requestLimit
  ) { await TeamFacts($0).findings }

  private static let port = DoctorCheck(
    "port",
    "whether a server can listen, or which process does already"
  ) { [PortFacts($0).finding] }

  private static let libraries = LibraryUse.all.map { library in
    DoctorCheck(library.name, "the library for \(library.use)") { _ in [library.finding] }
  }
}
