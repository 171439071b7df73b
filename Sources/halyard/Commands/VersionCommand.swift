/// Prints the version.
struct VersionCommand: Command {
  static let name = "version"
  static let summary = "Print the version."
  static let sourceUse = SourceUse.none
  static let isChanging = false

  init(_ arguments: Arguments) {}

  func run(_ program: Program) {
    program.console.write("halyard \(program.version)\n")
  }
}
