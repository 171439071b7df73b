import Glibc
import ScreenTestSupport
import TestSupport
import Testing

/// The probe program, which runs in a real terminal (tmux).
enum ProbeTerminal {
  static let program = ProgramRun.path(of: "terminal-probe")
}

extension TerminalSession {
  /// Records the line modes, starts the probe and waits for its first frame, which sets the title
  /// of the window if the terminal has one.
  func startProbe(
    _ command: String = "exec \(ProbeTerminal.program)",
    hasTitle: Bool = true
  ) async throws {
    try enter("printf '\\033]2;the shell\\007'; clear; echo before; stty -g > modes")
    try await wait { $0.hasPrefix("before\nready>") }
    try enter("sh -c 'echo $$ > pid; \(command)'")
    try await wait(for: "end 0")
    #expect(try state("#{pane_title}") == (hasTitle ? "the probe" : "the shell"))
  }

  /// Waits for the prompt of the shell, and expects the terminal to have its original state.
  func expectRestored(status: Int32) async throws {
    let restored = try await waitForPrompt()
    #expect(restored.hasPrefix("before\nready>") && !restored.contains("feature 5"))
    try enter("echo status=$?; stty -g | cmp - modes && echo same modes")
    let screen = try await wait { $0.contains("status=\(status)\n") }
    #expect(screen.hasPrefix("before\n"))
    try await wait(for: "\nsame modes")
    // The modes that tmux reports: cursor, keypad, cursor keys and alternate screen.
    let modes = try state("#{cursor_flag}#{keypad_flag}#{keypad_cursor_flag}#{alternate_on}")
    #expect(modes == "1000")
    #expect(try state("#{pane_title}") == "the shell")
  }

  /// The process id of the probe.
  func probeProcess() throws -> pid_t {
    let file = try #require(fopen("\(folder)/pid", "r"))
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 32)
    _ = try #require(fgets(&line, Int32(line.count), file))
    return pid_t(atoi(line))
  }
}
