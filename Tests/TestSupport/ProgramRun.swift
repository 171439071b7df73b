import FeatureFlags
import Files
import Foundation

/// One run of a program that was built beside the tests, to its end.
package struct ProgramRun: Sendable {
  /// What the program told its caller; 128 and more for a signal.
  package let exitCode: Int32
  /// What it wrote to standard output.
  package let output: String
  /// What it wrote to standard error.
  package let errors: String
  /// The peak of its resident memory in bytes, as last seen while it ran; 0 if it was not measured.
  package let peakMemory: Int

  /// Runs a program with nothing of the tests' own environment but the search path.
  ///
  /// - Parameters:
  ///   - name: The name of the program.
  ///   - arguments: The words after its name.
  ///   - environment: The variables that it sees.
  ///   - folder: Its working folder.
  ///   - input: What it reads from standard input.
  ///   - measuresMemory: Whether the peak of its memory is read while it runs. What `wait4` reports
  ///     would include the memory of the tests, in which the process begins.
  /// - Throws: What kept the program from starting.
  package init(
    of name: String = "halyard",
    _ arguments: [String],
    environment: [String: String],
    folder: String,
    input: String = "",
    measuresMemory: Bool = false
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
    var peak = 0
    while measuresMemory, process.isRunning {
      peak = max(peak, Self.peakMemory(of: process.processIdentifier) ?? 0)
      usleep(500)
    }
    process.waitUntilExit()
    peakMemory = peak
    exitCode =
      process.terminationReason == .exit
      ? process.terminationStatus : 128 + process.terminationStatus
    output = String(decoding: try FileSystem.read(files[0]), as: UTF8.self)
    errors = String(decoding: try FileSystem.read(files[1]), as: UTF8.self)
  }

  /// The peak of the resident memory of a process in bytes; `nil` once it has ended.
  package static func peakMemory(of process: Int32) -> Int? {
    // A process that has ended has no such file, or one without the line.
    guard let status = try? FileSystem.read("/proc/\(process)/status") else { return nil }
    let lines = String(decoding: status, as: UTF8.self).split(separator: "\n")
    guard let line = lines.first(where: { $0.hasPrefix("VmHWM:") }) else { return nil }
    return line.split { !$0.isNumber }.first.flatMap { Int($0) }.map { $0 * 1_024 }
  }
}
