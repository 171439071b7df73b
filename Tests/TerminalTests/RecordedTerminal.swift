import Frame
import Glibc
import ScreenTestSupport
import TestSupport

/// A pseudo-terminal in which a shell runs the probe; records all bytes that the probe writes.
///
/// Each method blocks, so that a test uses the recorder on its own thread.
final class RecordedTerminal {
  /// The state of the terminal after all bytes so far.
  private(set) var state = TerminalState()
  /// The process of the shell, which is the session leader.
  var shell: pid_t { terminal.process }
  private var text = ""
  private let terminal: PseudoTerminal
  private let folder: TemporaryFolder

  /// The program has not written the expected text in time.
  struct NotWritten: Error {
    let text: String
  }

  /// Starts a shell that runs the probe in its own process group, and waits for its first frame.
  init(term: String) throws {
    folder = try TemporaryFolder()
    // With job control, the shell is not stopped together with the probe. Without the trap, it would
    // end by the SIGINT that ends the probe.
    let script = """
      cd '\(folder.path)'; trap : INT; set -m
      sh -c 'echo $$ > pid; exec \(ProbeTerminal.program)'
      echo status=$?; [ -e stopped ] && fg && echo continued=$?; read end
      """
    terminal = try PseudoTerminal(
      ["/bin/sh", "-c", script],
      environment: ["TERM": term, "LC_ALL": "C.UTF-8"],
      size: Size(columns: 80, rows: 24)
    )
    try wait(for: "end 0")
  }

  /// Whether the line modes are those from before the start of the probe.
  var hasOriginalModes: Bool { terminal.hasOriginalModes }

  /// The process of the probe.
  func probe() throws -> pid_t {
    let text = try folder.read("pid")
    return pid_t(text.prefix { $0.isNumber }) ?? 0
  }

  /// Makes the shell continue the probe after it was stopped.
  func continueWhenStopped() throws {
    try folder.write("", to: "stopped")
  }

  func type(_ keys: String) { terminal.type(keys) }

  /// Closes the terminal, as a terminal emulator does whose window is closed.
  func close() { terminal.close() }

  /// Reads until the output since the last call contains a text.
  func wait(for expected: String) throws {
    let deadline = ContinuousClock.now + .seconds(20)
    while !text.contains(expected) {
      guard ContinuousClock.now < deadline, read(patience: 1_000) else {
        throw NotWritten(text: text)
      }
    }
    text = String(text[(text.firstRange(of: expected)?.upperBound ?? text.endIndex)...])
  }

  /// Waits until a process that is no child of this one has ended, and reads all output until then.
  func waitForEnd(of process: pid_t) -> Bool {
    let deadline = ContinuousClock.now + .seconds(20)
    while kill(process, 0) == 0, ContinuousClock.now < deadline {
      if terminal.isOpen { _ = read(patience: 10) } else { usleep(10_000) }
    }
    while terminal.isOpen, read(patience: 0) {}
    return kill(process, 0) != 0
  }

  /// Reads available output; `false` if there is none within the given time in milliseconds.
  private func read(patience: Int32) -> Bool {
    guard let bytes = terminal.read(patience: patience) else { return false }
    state.read(bytes[...])
    text += String(decoding: bytes, as: UTF8.self)
    return true
  }
}
