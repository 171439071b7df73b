import Dashboard
import Glibc
import ScreenTestSupport
import TestSupport
import Testing

/// Tests faults in each thread of the dashboard, in a real terminal.
@Suite(.timeLimit(.minutes(2))) struct ThreadFaultTests {
  private let tester: Tester

  init() throws {
    tester = try Tester()
  }

  @Test func `a fault in any thread of the dashboard restores the terminal`() async throws {
    var number = 0
    var count = 0
    repeat {
      count = try await faultInThread(number)
      number += 1
    } while number < count
  }

  /// Starts the dashboard and sends a fault signal to one of its threads.
  ///
  /// - Returns: The number of threads of the dashboard.
  private func faultInThread(_ number: Int) async throws -> Int {
    let session = try await TerminalSession(environment: tester.environment)
    try session.enter("clear; echo before; stty -g > modes")
    try await session.wait { $0.hasPrefix("before\nready>") }
    let halyard = "exec \(ProgramRun.path(of: "halyard")) \(tester.file)"
    try session.enter("sh -c 'echo $$ > pid; \(halyard)'; echo status=$?")
    try await session.wait { $0.contains("New Cart") && $0.contains("quit") }
    let process = try #require(pid_t(Self.lines(of: "\(session.folder)/pid").first ?? ""))
    // Beside the main thread at least a task pool thread and the file watcher thread, which start after
    // the first frame.
    try await session.wait { _ in Self.threads(of: process).count >= 3 }
    let threads = Self.threads(of: process)
    let thread = threads[min(number, threads.count - 1)]
    try Self.send(SIGSEGV, to: thread, of: process)
    let screen = try await session.wait { $0.contains("status=\(128 + SIGSEGV)\n") }
    #expect(screen.hasPrefix("before\n") && !screen.contains("New Cart"))
    try session.enter("stty -g | cmp - modes && echo same modes")
    try await session.wait(for: "\nsame modes")
    #expect(try session.state("#{alternate_on}#{cursor_flag}") == "01")
    return threads.count
  }

  private static func lines(of path: String) throws -> [String] {
    let file = try #require(fopen(path, "r"))
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 64)
    _ = try #require(fgets(&line, Int32(line.count), file))
    let text = String(decoding: line.map(UInt8.init(bitPattern:)), as: UTF8.self)
    return text.split(separator: "\n").map(String.init)
  }

  /// The ids of the threads of a process; the main thread is the first one.
  private static func threads(of process: pid_t) -> [pid_t] {
    guard let folder = opendir("/proc/\(process)/task") else { return [] }
    defer { closedir(folder) }
    var threads: [pid_t] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if let thread = pid_t(name) { threads.append(thread) }
    }
    return threads.sorted()
  }

  private static func send(_ signal: Int32, to thread: pid_t, of process: pid_t) throws {
    // Glibc has `tgkill`, but Swift does not import its declaration.
    let symbol = try #require(dlsym(nil, "tgkill"))
    typealias Tgkill = @convention(c) (pid_t, pid_t, Int32) -> Int32
    #expect(unsafeBitCast(symbol, to: Tgkill.self)(process, thread, signal) == 0)
  }
}
