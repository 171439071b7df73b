import FeatureFlags

/// Prints the shell command that sets `HALYARD_OVERRIDES` to the overrides file of the workspace.
struct EnvCommand: Command {
  static let row = CommandRow(
    name: "env",
    summary:
      "Print the shell command that sets HALYARD_OVERRIDES, so that programs apply the overrides.",
    sourceUse: .operand,
    isChanging: false,
    make: Self.init
  )

  private let source: SourceOptions

  init(_ arguments: Arguments) throws(Failure) {
    source = try arguments.sourceOptions()
  }

  func run(_ program: Program) throws(Failure) {
    let path = try CommandContext(source, program, appliesOverridesFor: Self.row.name).overridesPath
    let parts = path.split(separator: "'", omittingEmptySubsequences: false)
    let quoted = parts.joined(separator: "'\\''")
    program.console.write("export \(FeatureFlags.overridesVariable)='\(quoted)'\n")
  }
}

extension CommandContext {
  /// Creates the context of a command that passes the path of the overrides file to an app.
  ///
  /// Warns of overrides that cannot be read, because the app does not report them.
  ///
  /// - Throws: `usage` for a team: its overrides are not in a file, but `halyard serve` can serve them.
  init(
    _ source: SourceOptions,
    _ program: Program,
    appliesOverridesFor command: String
  ) throws(Failure) {
    try self.init(source, program)
    try refuseTeam(for: command)
    do throws(WorkspaceError) {
      _ = try setup.workspace.overrides()
    } catch {
      console.warn("\(error); the app starts without overrides until the file is repaired")
    }
  }

  /// The absolute path of the overrides file: the program that reads the path may have another working
  /// directory.
  var overridesPath: String {
    program.environment.absolute(setup.workspace.overridesPath)
  }
}
