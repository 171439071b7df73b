import TestSupport
import Testing

@testable import Terminal

/// Tests the splitting of standard input into lines.
struct LineBufferTests {
  /// The lines of texts that arrive one after another.
  private static func lines(_ texts: [String], maximumLength: Int = 8) -> [LineTerminal.Event] {
    var buffer = LineBuffer(maximumLength: maximumLength)
    var lines: [LineTerminal.Event] = []
    for text in texts {
      lines += buffer.append(Array(text.utf8))
    }
    if let last = buffer.last() { lines.append(last) }
    #expect(buffer.last() == nil)
    return lines
  }

  @Test(
    arguments: [
      ([], []), ([""], []), (["\n"], [.line("")]), (["a\nb\n"], [.line("a"), .line("b")]),
      (["a", "b", "\n", "c"], [.line("ab"), .line("c")]),
      (["a\n", "\nb"], [.line("a"), .line(""), .line("b")]),
      (["12345678\n"], [.line("12345678")]), (["123456789\na\n"], [.tooLong, .line("a")]),
      (["12345678", "9", "0123456789", "\na\n"], [.tooLong, .line("a")]),
      (["123456789"], [.tooLong]), (["12345678", "9"], [.tooLong]),
      (["123456789", "0\n", "a"], [.tooLong, .line("a")]),
    ] as [([String], [LineTerminal.Event])]
  )
  func `input is split at line feeds, and a line above the maximum length is reported`(
    texts: [String],
    lines: [LineTerminal.Event]
  ) {
    #expect(Self.lines(texts) == lines)
  }

  @Test func `a text that arrives in random parts has the same lines as the whole text`() {
    var random = SeededGenerator(seed: 29)
    for _ in 0..<200 {
      let text = String((0..<60).map { _ in "ab\n".randomElement(using: &random) ?? "a" })
      var parts: [String] = []
      var rest = text[...]
      while !rest.isEmpty {
        let count = Int.random(in: 1...9, using: &random)
        parts.append(String(rest.prefix(count)))
        rest = rest.dropFirst(count)
      }
      var expected = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      if expected.last == "" { expected.removeLast() }
      #expect(
        Self.lines(parts) == expected.map { $0.utf8.count > 8 ? .tooLong : .line($0) }
      )
    }
  }

  @Test(.tags(.timed)) func `the time for a line of 1 MiB that arrives in small parts is linear`() {
    let part = [UInt8](repeating: 0x61, count: 1_024)
    func time(_ count: Int) -> Duration {
      (0..<3).map { _ in
        threadTime {
          var buffer = LineBuffer()
          for _ in 0..<count {
            #expect(buffer.append(part).isEmpty)
          }
        }
      }.min() ?? .zero
    }
    // A buffer that searched the whole line again would need 64 times the time.
    #expect(time(1_024) < time(128) * 20)
  }
}
