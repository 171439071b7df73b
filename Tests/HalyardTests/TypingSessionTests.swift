import Dashboard
import Files
import Frame
import Glibc
import ScreenTestSupport
import TestSupport
import Testing

@testable import halyard

/// Tests text that is typed faster than the dashboard can render.
struct TypingSessionTests {
  private static let configuration = """
    { "features": [{ "name": "New Cart" }, { "name": "Layout" }] }
    """

  @Test(.tags(.timed), arguments: [["/"], ["3", "/"], [":"], ["?", "x"]])
  func `32 kB that are typed into a text field need less than a second of processor time`(
    keys: [String]
  ) async throws {
    let tester = try Tester(configuration: Self.configuration)
    let session = try await TerminalSession(environment: tester.environment)
    let halyard = "exec \(ProgramRun.path(of: "halyard")) \(tester.file)"
    try session.enter("sh -c 'echo $$ > \(tester.folder.path)/pid; \(halyard)'")
    try await session.wait { $0.contains("New Cart") && $0.contains("quit") }
    let process = try #require(pid_t(tester.folder.read("pid").dropLast()))
    for key in keys { try session.type(key) }
    let before = try Self.processorTime(of: process)
    // Four commands of 8 kB: tmux rejects a command that is longer than 16 kB.
    for _ in 0..<4 { try session.type(String(repeating: "typed ", count: 1_365)) }
    try session.press("C-u")
    try session.type("zebra")
    try await session.wait { $0.contains("zebra") && !$0.contains("typed") }
    #expect(try Self.processorTime(of: process) - before < .seconds(1))
  }

  /// The processor time of a process, from fields 14 and 15 of its statistics; concurrent tests do
  /// not affect it, unlike elapsed time.
  private static func processorTime(of process: pid_t) throws -> Duration {
    let text = String(decoding: try FileSystem.read("/proc/\(process)/stat"), as: UTF8.self)
    let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
    let ticks = try [11, 12].map { try #require(Int(fields[$0])) }.reduce(0, +)
    return .seconds(ticks) / Int(sysconf(Int32(_SC_CLK_TCK)))
  }

  @Test func `only characters that are typed into a text field are coalesced`() {
    var queue = EventQueue()
    #expect(queue.isEmpty)
    let keys: [Key] = [.character("a"), .character("b"), .left, .character("c"), .character("d")]
    for key in keys { queue.append(input: .key(key)) }
    #expect(queue.next(isTyping: true)?.summary == "typed ab")
    #expect(queue.next(isTyping: true)?.summary == "key left")
    #expect(queue.next(isTyping: false)?.summary == "key character(\"c\")")
    queue.append([.tick])
    queue.append(input: .key(.character("e")))
    #expect(queue.next(isTyping: true)?.summary == "typed de")
    #expect(queue.next(isTyping: true)?.summary == "tick")
    #expect(queue.next(isTyping: true) == nil && queue.isEmpty)
  }

  @Test func `typed characters are coalesced for at most the time of one frame`() {
    var queue = EventQueue()
    let count = 3 * EventQueue.longestRun
    for _ in 0..<count { queue.append(input: .key(.character("x"))) }
    var runs = 0
    while queue.next(isTyping: true) != nil { runs += 1 }
    #expect(runs == 3)
  }
}

extension Event {
  /// The kind of the event with its text or key.
  fileprivate var summary: String {
    switch self {
    case .typed(let text): "typed \(text)"
    case .key(let key): "key \(key)"
    case .tick: "tick"
    case _: "other"
    }
  }
}
