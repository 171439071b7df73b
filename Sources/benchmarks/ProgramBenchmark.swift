import FoundationEssentials
import Glibc

/// Measures the release build of the program in a pseudo-terminal of 80 by 24 cells.
struct ProgramBenchmark {
  let program: String
  let count: Int

  /// The column titles, in the order of ``row()``.
  static let columns = [
    "features", "first paint", "arrow key", "bytes a key", "100 keys", "bytes", "idle bytes/s",
    "wake-ups/s", "memory",
  ]

  /// Runs all measurements once; returns one row of the table, or `nil` if the program cannot
  /// start.
  func row() throws -> [String]? {
    let folder = FileManager.default.temporaryDirectory.path + "/halyard-screen-\(getpid())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    // Ignores the error of removing the folder: the system cleans up temporary files itself.
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let file = folder + "/Features.json"
    try Data(Workload(count: count).document).write(to: URL(fileURLWithPath: file))
    let environment = [
      "TERM=xterm-256color", "HALYARD_HOME=\(folder)/home", "LC_ALL=C.UTF-8",
    ]
    var paints: [Duration] = []
    // Does not measure the first start, which generates and persists the assignments.
    for _ in 0..<7 {
      let start = ContinuousClock.now
      guard let terminal = PseudoTerminal([program, file], environment: environment) else {
        return nil
      }
      paints.append(terminal.settle(quiet: .milliseconds(60), from: start).time)
    }
    guard let terminal = PseudoTerminal([program, file], environment: environment) else {
      return nil
    }
    _ = terminal.settle(quiet: .milliseconds(100), from: .now)
    return ["\(count)", Measure.text(paints.dropFirst().sorted()[3])] + keys(terminal)
  }

  private func keys(_ terminal: PseudoTerminal) -> [String] {
    let presses = (0..<15).map { _ in press("\u{1B}OB", terminal) }
    let burst = press(String(repeating: "\u{1B}OB", count: 100), terminal)
    let switches = terminal.status("voluntary_ctxt_switches") ?? 0
    let idle = ContinuousClock.now
    let bytes = terminal.settle(quiet: .seconds(5), first: .seconds(5), from: idle).bytes
    let seconds = idle.duration(to: .now) / .seconds(1)
    let wakeUps = Double((terminal.status("voluntary_ctxt_switches") ?? 0) - switches) / seconds
    return [
      Measure.text(presses.map(\.time).sorted()[7]),
      "\(presses.map(\.bytes).sorted()[7])",
      Measure.text(burst.time),
      "\(burst.bytes)",
      "\(Int(Double(bytes) / seconds))",
      "\((wakeUps * 10).rounded() / 10)",
      "\(((terminal.status("VmHWM") ?? 0) + 512) / 1024) MiB",
    ]
  }

  private func press(_ keys: String, _ terminal: PseudoTerminal) -> (bytes: Int, time: Duration) {
    let start = ContinuousClock.now
    terminal.type(keys)
    return terminal.settle(quiet: .milliseconds(40), from: start)
  }
}
