import FoundationEssentials
import Glibc

/// Measures the release build of the program in a pseudo-terminal of 80 by 24 cells.
struct ProgramBenchmark {
  let program: String
  let count: Int

  /// The time without output after which the program must have loaded all features.
  private var pause: Duration {
    switch count {
    case ...10_000: .milliseconds(60)
    case ...100_000: .milliseconds(400)
    // After the last byte of a file of 136 MB is parsed, the program draws nothing for seconds.
    default: .seconds(5)
    }
  }

  /// Runs all measurements once; returns one row of the table, or `nil` if the program cannot
  /// start.
  func row() throws -> Report.Row? {
    let folder = try TemporaryFolder()
    let file = try folder.write(Workload(count: count).document, to: "Features.json")
    let words = [program, file]
    let environment = Self.environment + ["HALYARD_HOME=\(folder.path)/home"]
    var starts: [PseudoTerminal.Output] = []
    // Does not measure the first start, which generates and persists the assignments.
    for _ in 0..<(count > 100_000 ? 3 : 7) {
      guard let output = start(words, environment)?.output else { return nil }
      starts.append(output)
    }
    starts.removeFirst()
    guard let terminal = start(words, environment)?.terminal else { return nil }
    // Compares key presses with `less` for a file of 1,000 features, because `less` counts the lines of
    // a large file during its first key press.
    let small = try folder.write(Workload(count: 1_000).document, to: "Small.json")
    let (less, smallLess) = (peer(file), peer(small))
    let rows = starts.map { $0.marked ?? $0.time }.median
    let complete = starts.map(\.time).median
    return Report.Row(
      label: "\(count) features",
      figures: [
        firstRows(rows, less?.paint), Figure("complete", complete, budget: budgets.complete),
      ] + keys(terminal, smallLess?.key)
    )
  }

  private static let environment = [
    "TERM=xterm-256color", "LC_ALL=C.UTF-8", "PATH=/usr/bin:/bin", "LESSHISTFILE=-",
  ]

  private var budgets: (complete: Duration?, memory: Double) {
    switch count {
    case ...1_000: (nil, 18)
    case ...100_000: (.milliseconds(400), 120)
    default: (.seconds(4), 900)
    }
  }

  /// The time until the first rows are drawn, with its budget.
  ///
  /// For a small file, the budget is 10/3 of the time of `less`: 10 ms on a machine on which `less`
  /// needs 3 ms. For a large file, it is fixed.
  private func firstRows(_ time: Duration, _ less: Figure.Peer?) -> Figure {
    if count <= 1_000 { return Figure("first rows", time, times: 10 / 3.0, peer: less) }
    return Figure("first rows", time, budget: .milliseconds(60), peer: less)
  }

  /// Starts the program, and waits until its output pauses.
  private func start(
    _ words: [String],
    _ environment: [String]
  ) -> (terminal: PseudoTerminal, output: PseudoTerminal.Output)? {
    let start = ContinuousClock.now
    guard let terminal = PseudoTerminal(words, environment: environment) else { return nil }
    return (terminal, terminal.settle(quiet: pause, from: start, marker: "shop.feature."))
  }

  private func keys(_ terminal: PseudoTerminal, _ peer: Figure.Peer?) -> [Figure] {
    let presses = (0..<15).map { _ in press("\u{1B}OB", terminal) }
    let burst = press(String(repeating: "\u{1B}OB", count: 100), terminal)
    let switches = terminal.status("voluntary_ctxt_switches") ?? 0
    let idle = ContinuousClock.now
    let bytes = terminal.settle(quiet: .seconds(5), first: .seconds(5), from: idle).bytes
    let seconds = idle.duration(to: .now) / .seconds(1)
    let wakeUps = Double((terminal.status("voluntary_ctxt_switches") ?? 0) - switches) / seconds
    let memory = Double(terminal.status("VmHWM") ?? 0) * 1_024
    return [
      Figure(
        "arrow key",
        presses.map(\.time).median,
        // The budget is 0.5 ms on a machine on which `less` needs 0.28 ms.
        times: 0.5 / 0.28,
        peer: peer
      ),
      Figure("bytes a key", Double(presses.map(\.bytes).sorted()[7]), .bytes, .atMost(200)),
      Figure("100 keys", burst.time, budget: .milliseconds(10)),
      Figure("idle bytes", Double(bytes) / seconds, .bytesPerSecond, .atMost(0)),
      Figure("wake-ups", wakeUps, .perSecond, .atMost(1)),
      Figure("memory", memory, .bytes, .atMost(budgets.memory * 1_048_576)),
    ]
  }

  private func press(_ keys: String, _ terminal: PseudoTerminal) -> PseudoTerminal.Output {
    let start = ContinuousClock.now
    terminal.type(keys)
    return terminal.settle(quiet: .milliseconds(40), from: start)
  }

  /// Measures `less` with the same file; `nil` if `less` is not installed.
  private func peer(_ file: String) -> (paint: Figure.Peer, key: Figure.Peer)? {
    guard access("/usr/bin/less", X_OK) == 0 else { return nil }
    var paints: [Duration] = []
    var keys: [Duration] = []
    for _ in 0..<5 {
      let start = ContinuousClock.now
      guard let less = PseudoTerminal(["/usr/bin/less", file], environment: Self.environment)
      else { return nil }
      paints.append(less.settle(quiet: .milliseconds(60), from: start).time)
      keys.append(press("j", less).time)
    }
    return (
      Figure.Peer(name: "less", value: paints.median / .seconds(1)),
      Figure.Peer(name: "less", value: keys.median / .seconds(1))
    )
  }
}
