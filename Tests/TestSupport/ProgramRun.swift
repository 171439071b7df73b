import Files
import Foundation

/// The result of a finished process that ran a program of the package.
package struct ProgramRun: Sendable {
  /// The exit code, or 128 plus the number of the signal that ended the process.
  package let exitCode: Int32
  /// The standard output, decoded as UTF-8.
  package let output: String
  /// The standard error, decoded as UTF-8.
  package let errors: String
  /// The last sampled peak of the resident memory in bytes; 0 if it was not measured.
  package let peakMemory: Int

  /// Runs a program of the package, and waits until it ends.
  ///
  /// Of the environment of the tests only `PATH` is inherited.
  ///
  /// - Parameters:
  ///   - name: The name of the program.
  ///   - arguments: The arguments.
  ///   - environment: The environment variables.
  ///   - folder: The working directory.
  ///   - input: The standard input.
  ///   - measuresMemory: Whether the peak of the memory is sampled during the run. The peak of
  ///     `wait4` is not used: it includes the memory of the tests before exec.
  /// - Throws: The system error if the program cannot be started.
  package init(
    of name: String = "halyard",
    _ arguments: [String],
    environment: [String: String],
    folder: String,
    input: String = "",
    measuresMemory: Bool = false
  ) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: ProgramRun.path(of: name))
    process.arguments = arguments
    process.environment = environment
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    let files = (0..<3).map { _ in folder + "/." + UUID().uuidString }
    for file in files[..<2] { try Data().write(to: URL(fileURLWithPath: file)) }
    // A file and not a pipe: writing to a pipe whose reader has exited raises SIGPIPE.
    try Data(input.utf8).write(to: URL(fileURLWithPath: files[2]))
    // Ignores an error: the folder is removed with its files.
    defer { for file in files { try? FileManager.default.removeItem(atPath: file) } }
    process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: files[0]))
    process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: files[1]))
    process.standardInput = try FileHandle(forReadingFrom: URL(fileURLWithPath: files[2]))
    try process.run()
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

  /// Returns the path of an executable of the package, in the build folder of the tests.
  package static func path(of name: String) -> String {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = readlink("/proc/self/exe", &path, path.count - 1)
    let own = String(decoding: path[..<max(length, 0)].map(UInt8.init(bitPattern:)), as: UTF8.self)
    let end = own.lastIndex(of: "/") ?? own.startIndex
    return own[..<end] + "/" + name
  }

  /// Reads the peak of the resident memory of a process in bytes; `nil` after its end.
  package static func peakMemory(of process: Int32) -> Int? {
    // After the end of the process, the file is missing or has no line `VmHWM`.
    guard let status = try? FileSystem.read("/proc/\(process)/status") else { return nil }
    let lines = String(decoding: status, as: UTF8.self).split(separator: "\n")
    guard let line = lines.first(where: { $0.hasPrefix("VmHWM:") }) else { return nil }
    return line.split { !$0.isNumber }.first.flatMap { Int($0) }.map { $0 * 1_024 }
  }
}
