import AscendExperiments
import FeatureFlags
import Glibc
import Networking
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
    let local = environment.absolute("Features.json")
    guard
      let name = Self.named(arguments, environment)
        ?? (access(local, F_OK) == 0 ? "Features.json" : nil)
    else {
      let example = InMemorySource(name: "built-in example", text: Example.text)
      self.init(example, .bundled, example.name, workspace: "example")
      return
    }
    try Self.check(name, arguments)
    if name == "-" {
      let input = StandardInputSource()
      self.init(input, .file, "standard input", workspace: "standard-input")
    } else if let server = try Self.server(name, arguments, experiments, environment) {
      let workspace = Self.workspaceName(of: Self.location(of: server))
      self.init(server, .remote, server.name, workspace: workspace)
    } else {
      try Self.checkForCommand(name, arguments)
      let path = Self.resolved(environment.absolute(name))
      self.init(FileSource(path: name), .file, path, workspace: Self.workspaceName(of: path))
    }
  }

  private init(_ source: any Source, _ origin: Origin, _ fullName: String, workspace: String) {
    self.source = source
    self.origin = origin
    self.fullName = fullName
    workspaceName = workspace
  }

  /// Refuses a source that is no name, or one of two.
  private static func check(_ name: String, _ arguments: Arguments) throws(Failure) {
    guard !name.isEmpty else {
      throw .usage("the source is \"\", wanted a file or an address", command: nil)
    }
    if let operand = operand(arguments), let other = arguments.value(.source) {
      throw .usage(
        "found two sources, \"\(URLRedaction.redacted(operand))\" and --source "
          + URLRedaction.redacted(other),
        command: nil
      )
    }
  }

  /// The source that is named; `nil` where none is.
  static func named(_ arguments: Arguments, _ environment: Environment) -> String? {
    operand(arguments) ?? arguments.value(.source) ?? environment["HALYARD_SOURCE"]
  }

  private static func operand(_ arguments: Arguments) -> String? {
    arguments.command.sourceUse == .operand ? arguments.operands.first : nil
  }

  /// Refuses a word that is neither a command nor a file.
  ///
  /// A word that looks like a path, with a slash or an extension, is reported as a missing file when
  /// the source is read.
  ///
  /// - Throws: `usage`, with the nearest command.
  private static func checkForCommand(_ word: String, _ arguments: Arguments) throws(Failure) {
    guard arguments.command == .dashboard, arguments.operands.first == word,
      !word.contains("/"), !word.contains("."), access(word, F_OK) != 0
    else { return }
    let hint = Command.nearest(to: word).map { "; did you mean the command '\($0)'?" } ?? ""
    throw .usage("\"\(word)\" is neither a command nor a file\(hint)", command: nil)
  }

  /// The path without links and dots, if the file is there.
  static func resolved(_ path: String) -> String {
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
