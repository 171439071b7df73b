import Dashboard
import FeatureFlags
import Frame
import Terminal
import TestSupport
import Testing
import Text

/// Tests a read-only dashboard with long streams of random bytes from the terminal.
@Suite(.timeLimit(.minutes(60))) struct InputStreamTests {
  /// The number of bytes of one stream; there is one stream for each seed.
  private static let byteCount = (Effort.isFull ? 10_000_000 : 200_000) / seeds.count
  private static let seeds: [UInt64] = [1, 2, 3, 4]

  @Test(arguments: seeds)
  func `a stream of random bytes changes nothing in a read-only dashboard`(
    seed: UInt64
  ) async throws {
    try await onThread {
      var input = ByteStream(seed: seed)
      var session = try ReadOnlySession()
      var sent = 0
      while sent < Self.byteCount {
        let bytes = input.next(atLeast: 4_096)
        sent += bytes.count
        session.receive(bytes)
        session.draw()
      }
      #expect(session.changes == [])
      #expect(session.store.features == session.original)
      // The dashboard still reacts to keys.
      for _ in 0..<20 { session.receive([0x1B]) }
      session.receive(Array("1?".utf8))
      #expect(session.state.screen.contains("Keys"))
    }
  }
}

/// A read-only dashboard with a store, as in the program with `--read-only`.
private struct ReadOnlySession {
  let store = FlagStore(isReadOnly: true)
  let original: [Feature]
  private(set) var state: DashboardState
  /// The requested effects that would change something on a disk.
  private(set) var changes: [Effect] = []
  private var decoder = InputDecoder()
  private var time = Duration.zero

  init() throws {
    try store.load(Configuration(features: VariableExample.features + Shop.features))
    original = store.features
    let source = LoadedSource(features: original, problems: Shop.problems, origin: .file)
    state = Shop.dashboard(columns: 72, rows: 14, context: Shop.readOnly, snapshot: source)
  }

  /// Receives the bytes of one read, then lets the timeout of an incomplete escape sequence pass.
  mutating func receive(_ bytes: [UInt8]) {
    var run = ""
    for input in decoder.decode(bytes) + decoder.flush() {
      // Characters that are typed into a text field are one event, as in the program.
      if case .key(.character(let character)) = input, state.isTyping {
        run.append(character)
        continue
      }
      if !run.isEmpty { update(.typed(run)) }
      run = ""
      switch input {
      case .key(let key): update(.key(key))
      case .paste(let text): update(.paste(text))
      case .mouse(let mouse): update(.mouse(mouse))
      case .background(let colour): update(.background(isLight: colour.isLight))
      }
    }
    if !run.isEmpty { update(.typed(run)) }
    update(.tick)
  }

  private mutating func update(_ event: Event) {
    time += .milliseconds(30)
    perform(state.update(event, now: time))
  }

  private mutating func perform(_ effects: [Effect]) {
    for effect in effects {
      switch effect {
      case .overrides, .undo, .undoOperation, .undoChange, .redo, .bisect, .endBisection,
        .presets(.apply), .presets(.save), .presets(.delete), .edit:
        changes.append(effect)
      case .presets, .session, .sortFeatures, .report, .saveTheme, .saveFavourites, .terminal,
        .usages:
        break
      }
    }
  }

  func draw() { _ = state.frame(now: time) }
}

/// Generates pieces of input: keys, sequences of terminals, pastes, and bytes that are no UTF-8.
private struct ByteStream {
  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  private static let sequences = [
    "\u{1B}[A", "\u{1B}OB", "\u{1B}[C", "\u{1B}[D", "\u{1B}[5~", "\u{1B}[6~", "\u{1B}[H",
    "\u{1B}[I", "\u{1B}[O", "\u{1B}", "\u{1B}x", "\u{1B}[?62;22c", "\u{1B}]11;rgb:0/0/0\u{7}",
    "\u{1B}P>|x\u{1B}\\", "\u{1B}[[A", "\u{1B}[999999999999999;1~", "\r", "\t", "\u{7F}", "\u{15}",
  ]
  private static let words = ["日本", "é", "🇩🇪", "{\"a\":1}", "section:x", " ", "ana", "\u{301}"]

  /// The next pieces, with a minimum number of bytes together.
  mutating func next(atLeast count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count { bytes += next() }
    return bytes
  }

  private mutating func next() -> [UInt8] {
    switch Int.random(in: 0..<1_000, using: &random) {
    case 0..<400: return [UInt8.random(in: 0x20...0x7E, using: &random)]
    case 400..<550: return Array((Self.sequences.randomElement(using: &random) ?? "").utf8)
    case 550..<650: return Array("\u{1B}[27u".utf8)
    case 650..<750: return Array("\u{1B}[\(number(127));\(number(9))u".utf8)
    case 750..<755:
      let end = Bool.random(using: &random) ? "M" : "m"
      return Array("\u{1B}[<\(number(70));\(number(80));\(number(20))\(end)".utf8)
    case 755..<785:
      let text = (0..<number(400)).map { _ in Self.words.randomElement(using: &random) ?? "" }
      let end = number(10) == 0 ? "" : "\u{1B}[201~"
      return Array("\u{1B}[200~\(text.joined())\(end)".utf8)
    case 785..<860: return Array((Self.words.randomElement(using: &random) ?? "").utf8)
    case 860..<900:
      let opener = ["\u{1B}]", "\u{1B}P", "\u{1B}["].randomElement(using: &random) ?? ""
      return Array(opener.utf8)
        + (0..<number(2_000)).map { _ in UInt8.random(in: 0x20...0xFF, using: &random) }
    default:
      return (0..<number(60)).map { _ in UInt8.random(in: 0...255, using: &random) }
    }
  }

  private mutating func number(_ limit: Int) -> Int { Int.random(in: 0...limit, using: &random) }
}
