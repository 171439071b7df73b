import Files
import Glibc
import Locking
import TestSupport

/// Virtual environments of Python with packages for tests, one per list of packages.
///
/// An environment is created on first use, and removed when the process exits.
enum PythonEnvironment {
  /// The error of a command that creates an environment or runs a program.
  struct Failure: Error, CustomStringConvertible {
    let command: String
    let output: String

    var description: String { "\(command) failed: \(output)" }
  }

  /// A created environment with its temporary folder.
  private struct Environment {
    let folder: TemporaryFolder
    let python: String
  }

  private static let environments = Locked<[[String]: Environment]>([:])

  /// Returns the path of a Python interpreter that has the packages.
  ///
  /// The first call for a list of packages downloads them, which takes up to minutes; concurrent calls
  /// wait for it.
  ///
  /// - Parameter packages: The packages as pip expects them, such as `optimizely-sdk>=5,<6`.
  /// - Returns: The path of the program.
  /// - Throws: ``Failure`` with the output of the failed command.
  static func shared(_ packages: [String]) throws -> String {
    try environments.withLock { environments in
      let packages = packages.sorted()
      if let environment = environments[packages] { return environment.python }
      if environments.isEmpty { atexit { PythonEnvironment.removeAll() } }
      let folder = try TemporaryFolder()
      let python = folder.path(of: "environment/bin/python3")
      let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"] + packages
      _ = try run("python3", ["-m", "venv", folder.path(of: "environment")], in: folder)
      _ = try run(python, install, in: folder)
      environments[packages] = Environment(folder: folder, python: python)
      return python
    }
  }

  /// Runs a program, and waits until it ends.
  ///
  /// - Parameters:
  ///   - program: The path or the name of the program.
  ///   - arguments: The arguments.
  ///   - folder: The folder for the output of the program.
  /// - Returns: The standard output and the standard error, in the order of the program.
  /// - Throws: ``Failure`` if the program does not end with exit code 0.
  static func run(
    _ program: String,
    _ arguments: [String],
    in folder: TemporaryFolder
  ) throws -> String {
    let path = folder.path(of: "output-\(UInt64.random(in: 0...UInt64.max))")
    let command = ([program] + arguments).map(quoted).joined(separator: " ")
    let status = Shell.run("exec \(command) > \(quoted(path)) 2>&1")
    let output = String(decoding: try FileSystem.read(path), as: UTF8.self)
    guard status == 0 else { throw Failure(command: command, output: output) }
    return output
  }

  /// Returns the path of a script in the folder `Python`.
  static func script(_ name: String) -> String {
    #filePath.split(separator: "/").dropLast().map { "/\($0)" }.joined() + "/Python/\(name)"
  }

  /// Removes the folders of all environments at exit, when values of static properties are not released.
  private static func removeAll() { environments.withLock { $0 = [:] } }

  private static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#)
      + "'"
  }
}
