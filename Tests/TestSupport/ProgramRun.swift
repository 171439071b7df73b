import FeatureFlags
import Foundation

/// One run of a program that was built beside the tests, to its end.
package struct ProgramRun: Sendable {
  /// What the program told its caller; 128 and more for a signal.
  package let exitCode: Int32
  /// What it wrote to standard output.
  package let output: String
  /// What it wrote to standard error.
  package let errors: String

  /// Runs a program with nothing of the tests' own environment but the search path.
  ///
  /// - Parameters:
  ///   - name: The name of the program.
  ///   - arguments: The words after its name.
  ///   - environment: The variables that it sees.
  ///   - folder: Its working folder.
  ///   - input: What it reads from standard input.
  /// - Throws: What kept the program from starting.
  package init(
    of name: String = "halyard",
    _ arguments: [String],
    environment: [String: String],
    folder: String,
    input: String = ""
  ) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: TerminalSession.program(name))
    process.arguments = arguments
    process.environment = environment
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    let files = [UUID().uuidString, UUID().uuidString].map { folder + "/." + $0 }
    for file in files { try Data().write(to: URL(fileURLWithPath: file)) }
    // They go with their folder at the latest.
    defer { for file in files { try? FileManager.default.removeItem(atPath: file) } }
    process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: files[0]))
    process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: files[1]))
    let pipe = Pipe()
    process.standardInput = pipe
    try process.run()
    try pipe.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try pipe.fileHandleForWriting.close()
    process.waitUntilExit()
    exitCode =
      process.terminationReason == .exit
      ? process.terminationStatus : 128 + process.terminationStatus
    output = String(decoding: try FileSystem.read(files[0]), as: UTF8.self)
    errors = String(decoding: try FileSystem.read(files[1]), as: UTF8.self)
  }
}
