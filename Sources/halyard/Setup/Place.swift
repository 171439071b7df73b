import AscendExperiments
import FeatureFlags
import Glibc
import Optimizely

/// Where the configuration is, and what its workspace is called.
struct Place {
  let source: any Source
  let origin: Origin
  let fullName: String
  let workspaceName: String

  /// Works out the place; nothing is read yet.
  ///
  /// - Parameters:
  ///   - arguments: The command line.
  ///   - experiments: What an Ascend server is asked for; `nil` if nothing was named.
  ///   - environment: The surroundings of the program.
  /// - Throws: `usage` or `source`, for what can never be asked.
  init(
    _ arguments: Arguments,
    experiments: ExperimentsFile?,
    environment: Environment
  ) throws(Failure) {
    let operand = Self.operand(arguments)
    let local = environment.absolute("Features.json")
    guard
      let name = Self.named(arguments, environment)
        ?? (access(local, F_OK) == 0 ? "Features.json" : nil)
    else {
      source = InMemorySource(name: "built-in example", text: Example.text)
      origin = .bundled
      fullName = "built-in example"
      workspaceName = "example"
      return
    }
    guard !name.isEmpty else {
      throw .usage("the source is \"\", wanted a file or an address", command: nil)
    }
    if let operand, let other = arguments.value(.source) {
      throw .usage("found two sources, \"\(operand)\" and --source \(other)", command: nil)
    }
    if name == "-" {
      origin = .file
      source = StandardInputSource()
      fullName = "standard input"
      workspaceName = "standard-input"
      return
    }
    if let server = try Self.server(name, arguments, experiments, environment) {
      source = server
      origin = .remote
      fullName = server.name
      workspaceName = Self.workspaceName(of: fullName)
      return
    }
    origin = .file
    source = FileSource(path: name)
    try Self.checkForCommand(name, isOperand: operand != nil)
    fullName = Self.resolved(environment.absolute(name))
    workspaceName = Self.workspaceName(of: fullName)
  }

  /// The source that is named; `nil` where none is.
  static func named(_ arguments: Arguments, _ environment: Environment) -> String? {
    operand(arguments) ?? arguments.value(.source) ?? environment["HALYARD_SOURCE"]
  }

  private static func operand(_ arguments: Arguments) -> String? {
    [.dashboard, .check].contains(arguments.command) ? arguments.operands.first : nil
  }

  /// Catches a command that was misspelled, where there is no such file.
  private static func checkForCommand(_ name: String, isOperand: Bool) throws(Failure) {
    guard isOperand, access(name, F_OK) != 0 else { return }
    let commands = Command.allCases.map(\.rawValue)
    guard let near = Spelling.nearest(to: name, among: commands).first else { return }
    throw .usage("there is no file \"\(name)\"; did you mean the command '\(near)'?", command: nil)
  }

  /// The path without links and dots, if the file is there.
  private static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  /// A readable part of the name, and a hash of all of it.
  private static func workspaceName(of path: String) -> String {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    let stem = file.split(separator: ".").first.map(String.init) ?? file
    let slug = stem.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
    let hash = String(MurmurHash3.hash(Array(path.utf8), seed: 1), radix: 16)
    return String(slug.prefix(32)) + "-" + String(repeating: "0", count: 8 - hash.count) + hash
  }
}
