import Glibc

/// A child process that runs a probe: a test program that runs concurrently with the test.
package struct ProbeProcess {
  /// The cause of the end of a process: an exit or a signal.
  package enum Ending: Equatable, Sendable {
    case exited(Int32)
    case killed(by: Int32)
  }

  private let process: pid_t

  /// The number of the process.
  package var number: Int32 { process }

  /// Starts the probe.
  ///
  /// - Parameters:
  ///   - arguments: The arguments of the probe.
  ///   - program: The name of the probe, in the folder of the test bundle.
  ///   - output: The path of a file for standard output.
  ///   - environment: The complete environment, with entries `NAME=value`.
  /// - Throws: The system error if the probe cannot be started.
  package init(
    _ arguments: [String],
    of program: String = "workspace-probe",
    output: String = "/dev/null",
    environment: [String] = []
  ) throws {
    let path = try Self.buildFolder() + "/" + program
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(
      &actions,
      STDOUT_FILENO,
      output,
      O_WRONLY | O_CREAT | O_TRUNC,
      0o644
    )
    closeDescriptors(from: 3, &actions)
    var cArguments = ([path] + arguments).map { strdup($0) } + [nil]
    var variables = (environment + Self.inherited).map { strdup($0) } + [nil]
    defer { for text in cArguments + variables { free(text) } }
    var process = pid_t()
    let failure = posix_spawn(&process, path, &actions, nil, &cArguments, &variables)
    guard failure == 0 else { throw Failure(reason: String(cString: strerror(failure))) }
    self.process = process
  }

  /// Whether the process has not ended yet.
  package var isRunning: Bool {
    var information = siginfo_t()
    let result = waitid(P_PID, id_t(process), &information, WEXITED | WNOHANG | WNOWAIT)
    return result == 0 && information.si_signo == 0
  }

  /// Ends the process by SIGKILL.
  package func kill() {
    Glibc.kill(process, SIGKILL)
  }

  /// Waits until the process ends, and returns the cause.
  package func wait() -> Ending {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    return signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(by: signal)
  }

  /// Waits until the process ends, and returns the cause; after a timeout, kills the process.
  package func wait(upTo limit: Duration) -> Ending {
    let deadline = ContinuousClock.now + limit
    while isRunning, ContinuousClock.now < deadline { usleep(500) }
    if isRunning { kill() }
    return wait()
  }

  /// The library search path of this process, which the probe needs for shared libraries.
  private static var inherited: [String] {
    getenv("LD_LIBRARY_PATH").map { ["LD_LIBRARY_PATH=" + String(cString: $0)] } ?? []
  }

  private static func buildFolder() throws -> String {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    guard count > 0 else { throw Failure(reason: String(cString: strerror(errno))) }
    let path = buffer[..<count].map { UInt8(bitPattern: $0) }
    let folder = path[..<(path.lastIndex(of: UInt8(ascii: "/")) ?? 0)]
    return String(decoding: folder, as: UTF8.self)
  }

  package struct Failure: Error {
    package let reason: String
  }
}
