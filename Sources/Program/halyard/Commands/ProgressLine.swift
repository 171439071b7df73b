import Glibc
import Locking
import Text

/// Shows the progress of a long command on the last line of the terminal, after the first second.
///
/// The line goes to standard error, and only to a terminal that can erase a line. Every method is
/// safe to call from any thread.
final class ProgressLine: Sendable {
  private let console: Console
  private let total: Int
  private let isShown: Bool
  private let start = ContinuousClock.now
  private let state = Locked(State())

  private struct State {
    var done = 0
    /// The time of the next update of the line, counted from the start of the command.
    var next = ProgressLine.delay
    var isVisible = false
  }

  /// The time before the line is shown: a command that ends sooner shows no progress.
  private static let delay = Duration.seconds(1)
  /// The time between two updates of the line.
  private static let interval = Duration.milliseconds(200)

  /// Creates a line for a command with the given number of steps.
  init(_ program: Program, total: Int) {
    console = program.console
    self.total = total
    let term = program.environment["TERM"] ?? ""
    isShown =
      !console.isQuiet && !term.isEmpty && term != "dumb" && isatty(STDERR_FILENO) == 1
  }

  /// Adds finished steps, and updates the line if it is due.
  func add(_ steps: Int) {
    let elapsed = start.duration(to: .now)
    state.withLock { state in
      state.done += steps
      guard isShown, elapsed >= state.next, state.done < total else { return }
      state.next = elapsed + Self.interval
      state.isVisible = true
      console.showStatus(Self.text(done: state.done, of: total, after: elapsed))
    }
  }

  /// Erases the line, so that the result of the command begins on an empty line.
  func finish() {
    state.withLock { state in
      if state.isVisible { console.showStatus("") }
      state.isVisible = false
    }
  }

  /// The progress with an estimate of the remaining time, such as `34 %, 12s left`.
  static func text(done: Int, of total: Int, after elapsed: Duration) -> String {
    let share = Double(done) / Double(max(total, 1))
    let rest = elapsed / .seconds(1) * (1 - share) / max(share, 1e-9)
    let time = Duration.seconds(min(rest.rounded(.up), 359_999)).text
    return "\(Int(share * 100)) %, \(time) left"
  }
}
