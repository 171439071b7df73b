import Documents
import FlagSystem

/// Prints the version of the program, and the facts about its build that a bug report needs.
struct VersionCommand: Command {
  static let row = CommandRow(
    name: "version",
    summary: "Print the version, the commit and the features of the build.",
    options: [.json],
    sourceUse: .none,
    isChanging: false,
    make: Self.init
  )

  private let isJSON: Bool

  init(_ arguments: Arguments) {
    isJSON = arguments.has(.json)
  }

  func run(_ program: Program) {
    let build = BuildFacts.current
    if isJSON {
      program.console.write(json: Self.json(version: program.version, build))
    } else {
      program.console.write(Self.text(version: program.version, build))
    }
  }

  /// The only line of `--version`, and the first line of the command `version`.
  static func line(version: String) -> String { "halyard \(version)\n" }

  static func text(version: String, _ build: BuildFacts) -> String {
    let commit = build.commit ?? "unknown"
    let libraries = LibraryUse.all.map(\.file).joined(separator: ", ")
    return line(version: version)
      + "commit: \(commit)\(build.isModified == true ? ", with changes" : "")\n"
      + "build: \(build.features.joined(separator: ", "))\n"
      + "libraries on first use: \(libraries)\n"
  }

  static func json(version: String, _ build: BuildFacts) -> JSONValue {
    .object([
      ("version", .string(version)),
      ("commit", build.commit.map(JSONValue.string) ?? .null),
      ("modified", build.isModified.map(JSONValue.bool) ?? .null),
      (
        "features",
        .object([
          ("optimised", .bool(BuildFacts.isOptimised)),
          ("static", .bool(build.isStatic)),
          ("swift", build.swiftVersion.map(JSONValue.string) ?? .null),
          ("architecture", .string(BuildFacts.architecture)),
          ("libraries", .list(LibraryUse.all.map { .string($0.file) })),
        ])
      ),
    ])
  }
}
