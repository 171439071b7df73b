import Frame
import Glibc
import ScreenTestSupport
import TestSupport
import Testing

/// Tests the terminal with a probe program that runs in tmux.
@Suite(.timeLimit(.minutes(2))) struct TerminalTests {
  @Test func `a program receives keys and pastes, and the terminal shows wide characters`()
    async throws
  {
    let session = try await TerminalSession()
    try await session.startProbe()
    let first = try session.screen().split(separator: "\n", omittingEmptySubsequences: false)
    #expect(first[1] == "wide: 日本語 🙂 é|")
    #expect(first[23].hasSuffix("#"))
    try session.type("é")
    try await session.wait(for: #"events: character("é")"#)
    try session.press("C-u", "M-x", "F5", "BTab")
    try await session.wait(for: #"control("u") alt("x") function(5) backTab"#)
    try session.press("Escape")
    try await session.wait(for: "backTab escape")
    try session.paste("two words")
    try await session.wait(for: "escape paste(two words)")
    try session.type("q")
    try await session.expectRestored(status: 0)
  }

  @Test func `queued key presses are delivered in batches`() async throws {
    let session = try await TerminalSession()
    try await session.startProbe()
    try session.type(String(repeating: "x", count: 100))
    let screen = try await session.wait {
      $0.contains(#"character("x") character("x") character("x") character("x")"#)
        && !$0.contains("end 0")
    }
    let counts = screen.split(separator: "\n").filter { $0.hasPrefix("end ") }
    let batches = try #require(counts.first?.split(separator: " ").dropFirst().first)
    #expect(try #require(Int(batches)) < 20)
  }

  @Test func `after the window is resized, the program draws a frame of the new size`()
    async throws
  {
    let session = try await TerminalSession()
    try await session.startProbe()
    for size in [
      Size(columns: 120, rows: 40), Size(columns: 30, rows: 8), Size(columns: 80, rows: 24),
    ] {
      try session.resize(to: size)
      // Waits for the whole frame: tmux can return a screen that is partly drawn.
      try await session.wait { screen in
        let rows = screen.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        return screen.contains("probe \(size.columns)x\(size.rows)") && rows.count == size.rows
          && rows.last?.hasPrefix("end ") == true && rows.last?.count == size.columns
      }
    }
  }

  @Test func `a frame fills a window that is larger than its size in the terminal database`()
    async throws
  {
    let session = try await TerminalSession(size: Size(columns: 150, rows: 50))
    try await session.startProbe()
    let rows = try session.screen().split(separator: "\n", omittingEmptySubsequences: false)
    #expect(rows[0].hasPrefix("probe 150x50"))
    #expect(rows[47].hasPrefix("feature 47"))
    #expect(rows[49].hasPrefix("end 0"))
    #expect(rows[49].count == 150)
  }

  @Test func `suspending restores the terminal, and continuing redraws the screen`() async throws {
    let session = try await TerminalSession()
    try await session.startProbe()
    try session.press("C-z")
    try await session.wait { $0.hasPrefix("before\n") && $0.contains("Stopped") }
    try session.enter("stty -g | cmp - modes && echo same modes")
    try await session.wait(for: "\nsame modes")
    try session.resize(to: Size(columns: 90, rows: 20))
    try session.enter("fg")
    try await session.wait { $0.contains("probe 90x20") && $0.contains("resumed resized(90x20)") }
    try session.type("j")
    try await session.wait(for: #"resized(90x20) character("j")"#)
    try session.type("q")
    try await session.expectRestored(status: 0)
  }

  @Test func `continuing a process that SIGSTOP has stopped redraws the screen`() async throws {
    let session = try await TerminalSession()
    try await session.startProbe()
    let process = try session.probeProcess()
    kill(process, SIGSTOP)
    try await session.wait(for: "Stopped")
    // The line modes are still those of the probe, in which Enter sends no line feed: C-j does.
    try session.type("fg")
    try session.press("C-j")
    try await session.wait { $0.contains("events: resumed") && !$0.contains("Stopped") }
    try session.type("q")
    try await session.wait { $0.hasPrefix("before\n") && $0.contains("probe closed") }
    #expect(try session.state("#{pane_title}") == "the shell")
  }

  @Test func `a suspended program that gets SIGTERM ends without acquiring the terminal again`()
    async throws
  {
    let session = try await TerminalSession()
    try await session.startProbe()
    try session.press("C-z")
    try await session.wait(for: "Stopped")
    let process = try session.probeProcess()
    kill(process, SIGTERM)
    kill(process, SIGCONT)
    try await session.wait(for: "probe closed")
    // `wait` returns 148 until the shell has noticed that the process was continued.
    try session.enter("while wait %1; s=$?; [ $s = 148 ]; do sleep 0.01; done; echo status=$s")
    let screen = try await session.wait(for: "status=143")
    #expect(screen.hasPrefix("before\n"))
  }

  @Test(arguments: ["q", "E", "X"])
  func `captured standard error is written after the terminal is restored`(key: String) async throws
  {
    let session = try await TerminalSession()
    try await session.startProbe()
    try session.type("W")
    let screen = try await session.wait(for: #"character("W")"#)
    #expect(!screen.contains("noise"))
    try session.type(key)
    try await session.wait { $0.hasPrefix("before\n") && $0.contains("noise on standard error") }
    if key == "E" { try await session.wait(for: "the probe was told to fail") }
  }

  @Test func `a waker wakes the event loop while it waits for input`() async throws {
    let session = try await TerminalSession()
    try await session.startProbe()
    try session.type("T")
    try await session.wait(for: #"character("T") woken"#)
  }

  @Test func `keys are read from the controlling terminal if standard input is not a terminal`()
    async throws
  {
    let session = try await TerminalSession()
    try await session.startProbe("exec \(ProbeTerminal.program) < /dev/null")
    try session.type("k")
    try await session.wait(for: #"events: character("k")"#)
    try session.type("q")
    try await session.expectRestored(status: 0)
  }

  @Test(arguments: [
    ("TERM=vt52 \(ProbeTerminal.program)", #"cannotPlaceCursor("vt52")"#),
    ("TERM=dumb \(ProbeTerminal.program)", #"cannotPlaceCursor("dumb")"#),
    ("\(ProbeTerminal.program) | cat", "notATerminal"),
    ("\(ProbeTerminal.program) > file; cat file; echo done", "notATerminal"),
  ])
  func `opening the terminal fails with the reason, and leaves its modes unchanged`(
    command: String,
    problem: String
  )
    async throws
  {
    let session = try await TerminalSession(size: Size(columns: 300, rows: 24))
    try session.enter("clear; stty -g > modes; echo before")
    try await session.wait { $0.hasPrefix("before\nready>") }
    try session.enter("\(command); stty -g | cmp - modes && echo same modes")
    try await session.wait { $0.contains("\nprobe: \(problem)") && $0.contains("\nsame modes") }
  }

  @Test(arguments: ["nonsense", "", "xterm-kitty"])
  func `a terminal whose type is not in the database is used like xterm-256color`(term: String)
    async throws
  {
    let session = try await TerminalSession()
    try await session.startProbe("TERM=\(term) exec \(ProbeTerminal.program)")
    try session.press("Down", "F5")
    try await session.wait(for: "end 1")
    try session.press("Up")
    try await session.wait(for: "down function(5) up")
    try session.type("q")
    try await session.expectRestored(status: 0)
  }

  @Test(arguments: [
    ("COLORTERM=truecolor", "direct", "\u{1B}[38;2;250;100;3m"),
    ("COLORTERM=", "indexed", "\u{1B}[38;5;"),
    ("TERM=xterm", "eight", "\u{1B}[3"),
    ("TERM=linux", "eight", "\u{1B}[3"),
  ])
  func `colours are drawn in the colour depth of the terminal`(
    variable: String,
    depth: String,
    sequence: String
  ) async throws {
    let session = try await TerminalSession()
    // The Linux console has no title: a program that sends one would change that of tmux.
    let hasTitle = variable != "TERM=linux"
    try await session.startProbe(
      "\(variable) exec \(ProbeTerminal.program)",
      hasTitle: hasTitle
    )
    try await session.wait(for: "probe 80x24 \(depth)")
    let line = try session.screen(withColours: true).split(separator: "\n")[2]
    #expect(line.hasPrefix(sequence))
    #expect(line.contains("colour"))
  }

  @Test func `NO_COLOR disables all colours`() async throws {
    let session = try await TerminalSession()
    try await session.startProbe("NO_COLOR=1 exec \(ProbeTerminal.program)")
    let screen = try session.screen(withColours: true)
    #expect(screen.contains("probe 80x24 monochrome"))
    #expect(!screen.contains("\u{1B}[3"))
    #expect(!screen.contains("\u{1B}[4"))
  }
}
