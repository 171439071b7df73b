import Frame
import Glibc
import Terminal

/// A program for tests in a real terminal: draws a list and the last events.
///
/// `q` quits, `Y` copies a text, `X` exits without closing the terminal, `W` writes to standard
/// error, `T` wakes the event loop from another thread, `P` writes to a closed pipe, `Z` writes
/// beyond the file size limit, `L` draws whole frames without a pause, `H` hangs, and `V` hangs after the
/// event that ends it. The keys of ``Fault`` crash the main thread, or the thread that a key of
/// ``FaultThread`` has selected. With the path of a file in the variable `PROBE_BACKGROUND`, it requests the
/// background colour; at its end it creates the file, and waits for the response for up to a minute.
@main
struct Probe {
  private var selection = 0
  private var names: [String] = []
  private var batches = 0
  private var thread = FaultThread.first
  private var drawsAlways = false
  private var hangsAtEnd = false

  static func main() {
    let isPlain = variable("NO_COLOR") != nil
    var options = TerminalOptions(
      term: variable("TERM") ?? "",
      colorterm: variable("COLORTERM") ?? "",
      isInTmux: variable("TMUX") != nil,
      colours: isPlain ? .monochrome : nil
    )
    let endFile = variable("PROBE_BACKGROUND")
    options.requestsBackground = endFile != nil
    options.responseTime = .seconds(60)
    do {
      var probe = Probe()
      let terminal = try Terminal(options)
      terminal.setTitle("the probe")
      let ending = probe.run(terminal)
      if probe.hangsAtEnd { hang() }
      if let endFile { close(creat(endFile, 0o600)) }
      terminal.close()
      print("probe closed")
      if let ending { Terminal.end(by: ending) }
    } catch {
      complain("probe: \(error)\n")
      exit(1)
    }
  }

  /// Hangs the calling thread.
  private static func hang() -> Never {
    while true { usleep(1_000_000) }
  }

  private static func complain(_ text: String) {
    _ = text.withCString { write(STDERR_FILENO, $0, strlen($0)) }
  }

  private static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  private mutating func run(_ terminal: Terminal) -> Int32? {
    while true {
      if drawsAlways { terminal.redraw() }
      terminal.draw(frame(terminal))
      let events = terminal.next(timeout: drawsAlways ? .zero : nil)
      batches += 1
      for event in events {
        switch event {
        case .terminated(let signal): return signal
        case .input(.key(.character("q"))): return nil
        case .input(.key(.down)): selection += 1
        case .input(.key(.up)): selection -= 1
        case .input(.key(.character("T"))):
          let waker = terminal.waker
          _ = Task.detached { waker.wake() }
        case .input(.key(.character("Y"))): _ = terminal.copy("copied: é\n日本")
        case .input(.key(.character(let character))): operation(on: character)
        default: break
        }
        names.append(Self.name(of: event))
      }
    }
  }

  private static func name(of event: TerminalEvent) -> String {
    switch event {
    case .input(.key(let key)): "\(key)"
    case .input(.paste(let text)): "paste(\(text))"
    case .resized(let size): "resized(\(size.columns)x\(size.rows))"
    default: "\(event)"
    }
  }

  private mutating func operation(on character: Character) {
    if let thread = FaultThread(rawValue: character) { self.thread = thread }
    if let fault = Fault(rawValue: character) { thread.run(fault) }
    switch character {
    case "X": exit(3)
    case "W": Self.complain("noise on standard error\n")
    case "P": names.append(FailedWrite.toClosedPipe == EPIPE ? "EPIPE" : "no EPIPE")
    case "Z": names.append(FailedWrite.beyondFileSizeLimit == EFBIG ? "EFBIG" : "no EFBIG")
    case "L": drawsAlways = true
    case "H": Self.hang()
    case "V": hangsAtEnd = true
    default: break
    }
  }

  private func frame(_ terminal: Terminal) -> Frame {
    var frame = Frame(size: terminal.size)
    let size = terminal.size
    put("probe \(size.columns)x\(size.rows) \(terminal.colours)", 0, &frame)
    put("wide: 日本語 🙂 é|", 1, &frame, Style(foreground: .ansi(2)))
    put("colour", 2, &frame, Style(foreground: .rgb(red: 250, green: 100, blue: 3)))
    if selection == 0 { put("events: " + names.suffix(4).joined(separator: " "), 3, &frame) }
    for row in 5..<max(size.rows - 1, 5) {
      let isSelected = row - 5 == selection
      let style =
        isSelected
        ? Style(foreground: .ansi(15), background: .rgb(red: 30, green: 60, blue: 120))
        : Style(foreground: .ansi(UInt8(row % 2 == 0 ? 2 : 1)))
      let name = "feature \(row)"
      let line = name + String(repeating: " ", count: 24 - name.count) + "Feature flag      Enabled"
      put(line + String(repeating: " ", count: max(0, size.columns - 49)), row, &frame, style)
    }
    put("end \(batches)", size.rows - 1, &frame)
    if size.columns > 0, size.rows > 0 {
      frame[column: size.columns - 1, row: size.rows - 1] = Cell(text: "#")
    }
    return frame
  }

  private func put(_ text: String, _ row: Int, _ frame: inout Frame, _ style: Style = .plain) {
    var column = 0
    guard row >= 0, row < frame.size.rows else { return }
    for character in text {
      let isWide = character.unicodeScalars.contains { $0.value >= 0x1100 }
      guard column + (isWide ? 2 : 1) <= frame.size.columns else { return }
      frame[column: column, row: row] = Cell(
        text: String(character),
        width: isWide ? 2 : 1,
        style: style
      )
      column += 1
      guard isWide else { continue }
      frame[column: column, row: row] = Cell(text: "", width: 0, style: style)
      column += 1
    }
  }
}
