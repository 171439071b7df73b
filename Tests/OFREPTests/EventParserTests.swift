import Networking
import TestSupport
import Testing

@testable import OFREP

/// Tests the parser of server-sent events.
struct EventParserTests {
  private typealias Event = ServerSentEventParser.Event

  private func parse(_ lines: [String]) -> ([String], ServerSentEventParser) {
    var parser = ServerSentEventParser()
    let events = lines.compactMap { parser.parse($0) }
    return (events.map { "\($0.name)|\($0.id)|\($0.data)" }, parser)
  }

  static let streams: [(lines: [String], events: [String])] = [
    (["id: 42", "event: message", "data: {}", ""], ["message|42|{}"]),
    (
      ["data:a", "data: b", "data:  c", "data", "", "data:d", ""],
      ["message||a\nb\n c\n", "message||d"]
    ),
    ([": heartbeat", "", ":", "", "event: x", ""], []),
    (["event: x", "", "data: a", ""], ["message||a"]),
    (["event: x", "data: a", ""], ["x||a"]),
    (
      ["id: 1", "data: a", "", "data: b", "", "id", "data: c", ""],
      ["message|1|a", "message|1|b", "message||c"]
    ),
    (["id: 1\u{0}2", "data: a", ""], ["message||a"]),
    (["id: 1", "id: " + String(repeating: "2", count: 1_025), "data: a", ""], ["message|1|a"]),
    (["\u{FEFF}data: a", "", "\u{FEFF}data: b", ""], ["message||a"]),
    (["unknown: x", "data : b", "DATA: c", "data: a", ""], ["message||a"]),
    (["data: a"], []),
  ]

  @Test(arguments: streams.indices)
  func `the lines of a stream are parsed to events`(index: Int) {
    let (lines, expected) = Self.streams[index]
    #expect(parse(lines).0 == expected)
  }

  @Test(arguments: [
    (["retry: 5000"], Duration.seconds(5)), (["retry: 0"], .zero), (["retry: x"], nil),
    (["retry: -5"], nil), (["retry"], nil), (["retry: 99999999999999999999"], .seconds(3_600)),
    (["retry: 5000", "retry: x"], .seconds(5)),
  ])
  func `the field retry accepts digits only, and its delay is at most an hour`(
    lines: [String],
    delay: Duration?
  ) {
    #expect(parse(lines).1.retryDelay == delay)
  }

  @Test func `a new connection discards an incomplete event, and preserves the last id`() {
    var parser = ServerSentEventParser()
    for line in ["id: 7", "data: a", "", "id: 8", "data: b"] { _ = parser.parse(line) }
    #expect(parser.lastEventID == "7")
    parser.reconnect()
    #expect(parser.parse("data: c") == nil)
    #expect(parser.parse("")?.data == "c")
    #expect(parser.lastEventID == "7")
  }

  @Test func `an event with too much data is dropped, and the next event is parsed`() {
    var parser = ServerSentEventParser()
    let line = "data: " + String(repeating: "x", count: 100_000)
    for _ in 0..<11 { _ = parser.parse(line) }
    #expect(parser.parse("") == nil)
    _ = parser.parse("data: a")
    #expect(parser.parse("")?.data == "a")
  }

  // Alone in the timed group: other tests would take memory meanwhile.
  @Test(.tags(.timed)) func `an event of endless short lines takes no more memory than its text`() {
    var parser = ServerSentEventParser(largestEvent: 8 << 20)
    let before = unsharedMemory()
    for _ in 0..<(4 << 20) { _ = parser.parse("data:a") }
    let taken = unsharedMemory() - before
    #expect(taken < 64 << 10, "\(taken) KiB")
    let event = parser.parse("")
    #expect(event?.data.utf8.count == (8 << 20) - 1)
    #expect(event?.data.hasPrefix("a\na\na") == true)
    _ = parser.parse("data:")
    #expect(parser.parse("")?.data == "")
  }

  @Test func `mutated streams never crash the parser, and most events are still parsed`() {
    let text = "id: 4\nretry: 10\nevent: message\ndata: {\"type\":\"refetchEvaluation\"}\n\n: c\n\n"
    let stream = Array(String(repeating: text, count: 3).utf8)
    var random = SeededGenerator(seed: 3)
    var (events, changes) = (0, 0)
    for _ in 0..<5_000 {
      let bytes = mutated(stream, tokens: ["\"x\"", "\n\n", "\u{0}", ":"], using: &random)
      var parser = ServerSentEventParser()
      for line in String(decoding: bytes, as: UTF8.self).split(
        separator: "\n",
        omittingEmptySubsequences: false
      ) {
        guard let event = parser.parse(String(line)) else { continue }
        events += 1
        changes += OFREPChange(data: event.data) == nil ? 0 : 1
      }
    }
    #expect(events > 5_000 && changes > 5_000)
    #expect(changes < events)
  }
}
