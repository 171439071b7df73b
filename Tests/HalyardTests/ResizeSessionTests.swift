import Frame
import Glibc
import ScreenTestSupport
import TestSupport
import Testing

/// Tests the dashboard in a terminal whose window is resized quickly.
@Suite(.tags(.timed), .timeLimit(.minutes(2))) struct ResizeSessionTests {
  private static let count = Effort.isFull ? 1_000 : 60
  private static let lastSize = Size(columns: 120, rows: 32)

  /// Random sizes from 1x1 to 500x200, including these two, and then the final size.
  private static var sizes: [Size] {
    var random = SeededGenerator(seed: 16)
    let middle = (0..<(count - 3)).map { _ in
      Size(
        columns: Int.random(in: 1...500, using: &random),
        rows: Int.random(in: 1...200, using: &random)
      )
    }
    return [Size(columns: 1, rows: 1), Size(columns: 500, rows: 200)] + middle + [lastSize]
  }

  @Test func `after many resizes, the dashboard has the last size and still reacts to keys`()
    async throws
  {
    let tester = try Tester()
    let output = try await onThread {
      let terminal = try PseudoTerminal(
        [ProgramRun.path(of: "halyard"), tester.file],
        environment: tester.environment.merging(["TERM": "xterm-256color"]) { $1 },
        size: Size(columns: 80, rows: 24)
      )
      var output: [UInt8] = []
      while !output.contains(text: "Gold theme"), let bytes = terminal.read(patience: 10_000) {
        output += bytes
      }
      let start = ContinuousClock.now
      for size in Self.sizes {
        output = []
        try terminal.resize(to: size)
        while let bytes = terminal.read(patience: 1) { output += bytes }
      }
      let time = start.duration(to: .now)
      #expect(time < .seconds(10), "\(Self.count) resizes took \(time)")
      terminal.type("G")
      while !output.contains(text: "4/4"), let bytes = terminal.read(patience: 10_000) {
        output += bytes
      }
      terminal.type("q")
      let end = try #require(terminal.waitForEnd())
      #expect(end.exitCode == 0)
      return output + end.output
    }
    let expected = try tester.halyard(
      "snapshot",
      "--source",
      tester.file,
      "--size",
      "120x32",
      "--keys",
      "G",
      "--output",
      "-"
    )
    try await expectShown(output, expected.output, tester)
  }

  /// Expects that a terminal of the final size shows the given screen after it receives the bytes.
  private func expectShown(_ bytes: [UInt8], _ screen: String, _ tester: Tester) async throws {
    // Omits the end of the output, where the program restores the former screen of the terminal.
    let end = try #require(bytes.lastRange(of: "\u{1B}[?1049l"))
    try tester.folder.write(String(decoding: bytes[..<end], as: UTF8.self), to: "bytes")
    let session = try await TerminalSession(size: Self.lastSize)
    try session.enter("stty -opost -echo; cat '\(tester.folder.path(of: "bytes"))'; read line")
    let shown = try await session.wait(for: "4/4")
    expectScreen(String(shown.dropLast()), String(screen.dropLast()))
  }
}

extension [UInt8] {
  fileprivate func contains(text: String) -> Bool { lastRange(of: text) != nil }

  /// The start of the last occurrence of a text.
  fileprivate func lastRange(of text: String) -> Int? {
    let pattern = Array(text.utf8)
    guard count >= pattern.count else { return nil }
    return indices.dropLast(pattern.count - 1).last {
      self[$0] == pattern[0] && self[$0..<($0 + pattern.count)].elementsEqual(pattern)
    }
  }
}
