import Foundation
import Frame
import Glibc
import Locking
import Networking
import ScreenTestSupport
import TestSupport
import Testing

/// Tests that the dashboard reacts to keys while a team changes overrides faster than frames are drawn, and
/// after a flood of input.
@Suite(.tags(.timed), .serialized, .timeLimit(.minutes(2)))
struct FloodTests {
  private static let featureCount = 20_000

  /// A member of the team who changes the overrides of one feature after the other.
  private struct Member {
    let address: String

    /// The number of changes in one transaction.
    static let batch = 100

    /// Writes changes until the task is cancelled; counts them.
    func write(_ count: Locked<Int>) async throws {
      var configuration = HTTPClient.Configuration()
      configuration.proxy = .none
      let client = HTTPClient(configuration: configuration)
      let parts = address.split(separator: "/")
      var number = 0
      while !Task.isCancelled {
        var request = HTTPRequest(url: "http://\(parts[1])/v3/kv/txn", method: "POST")
        let puts = (number..<number + Self.batch).map { put($0, namespace: String(parts[2])) }
        request.body = Array("{\"success\":[\(puts.joined(separator: ","))]}".utf8)
        _ = try await client.send(request)
        number += Self.batch
        count.withLock { $0 += Self.batch }
      }
    }

    private func put(_ number: Int, namespace: String) -> String {
      let name = "Feature%20\(number % FloodTests.featureCount)"
      let key = Data("/halyard/v1/\(namespace)/override/\(name)".utf8).base64EncodedString()
      let isOn = number / FloodTests.featureCount % 2 == 0
      let at = "2026-11-24T10:00:00Z"
      let value = Data("{\"enabled\":\(isOn),\"lifetime\":\"kept\",\"at\":\"\(at)\"}".utf8)
      return "{\"requestPut\":{\"key\":\"\(key)\",\"value\":\"\(value.base64EncodedString())\"}}"
    }
  }

  @Test
  func `the dashboard handles keys in time while a team member changes thousands of overrides`()
    async throws
  {
    let features = (0..<Self.featureCount).map { "{\"name\":\"Feature \($0)\"}" }
    let tester = try Tester(configuration: "{\"features\":[\(features.joined(separator: ","))]}")
    let address = try await LocalEtcd.sharedAddress()
    let count = Locked(0)
    let member = Task { try await Member(address: address).write(count) }
    defer { member.cancel() }
    try await onThread {
      let terminal = try PseudoTerminal(
        [ProgramRun.path(of: "halyard"), tester.file, "--team", address],
        environment: tester.environment.merging(["TERM": "xterm-256color"]) { $1 },
        size: Size(columns: 120, rows: 40)
      )
      #expect(Self.reads("Feature 1", from: terminal) != nil)
      let start = ContinuousClock.now
      let goal = count.withLock { $0 } + 10_000
      while count.withLock({ $0 }) < goal, ContinuousClock.now - start < .seconds(20) {
        _ = terminal.read(patience: 10)
      }
      terminal.type("5")
      let delay = try #require(Self.reads("No problems", from: terminal))
      #expect(delay < .milliseconds(500))
      terminal.type("q")
      let quit = ContinuousClock.now
      #expect(terminal.waitForEnd(within: .seconds(20))?.exitCode == 0)
      #expect(ContinuousClock.now - quit < .seconds(2))
    }
  }

  private static let floods: [(name: String, input: String)] = [
    ("clicks", String(repeating: "\u{1B}[<0;10;6M\u{1B}[<0;10;6m", count: 50_000)),
    ("turns of the wheel", String(repeating: "\u{1B}[<65;10;6M", count: 100_000)),
    ("an OSC sequence without an end", "\u{1B}]" + String(repeating: "a", count: 2_000_000)),
    ("a CSI sequence without an end", "\u{1B}[" + String(repeating: "1", count: 2_000_000)),
  ]

  @Test(arguments: floods)
  func `the dashboard quits in time after a flood of input, and needs little more memory`(
    flood: (name: String, input: String)
  ) async throws {
    let tester = try Tester(configuration: #"{"features":[{"name":"New Cart"},{"name":"Gift"}]}"#)
    try await onThread {
      let terminal = try PseudoTerminal(
        [ProgramRun.path(of: "halyard"), tester.file],
        environment: tester.environment.merging(["TERM": "xterm-256color"]) { $1 },
        size: Size(columns: 120, rows: 32)
      )
      #expect(Self.reads("New Cart", from: terminal) != nil)
      let memory = try #require(Self.peakMemory(of: terminal.process))
      var rest = flood.input[...]
      while !rest.isEmpty {
        terminal.type(String(rest.prefix(2_048)))
        rest = rest.dropFirst(2_048)
        _ = terminal.read(patience: 0)
      }
      // Waits: a pause in the input ends an unfinished escape sequence.
      while terminal.read(patience: 600) != nil {}
      #expect(try #require(Self.peakMemory(of: terminal.process)) < memory + 30_000)
      let quit = ContinuousClock.now
      terminal.type("q")
      #expect(terminal.waitForEnd(within: .seconds(20))?.exitCode == 0)
      #expect(ContinuousClock.now - quit < .seconds(2))
    }
  }

  @Test
  func `in a window of 65,535 x 65,535 cells the dashboard is shown, and q quits`()
    async throws
  {
    let tester = try Tester(configuration: #"{"features":[{"name":"New Cart"}]}"#)
    try await onThread {
      let terminal = try PseudoTerminal(
        [ProgramRun.path(of: "halyard"), tester.file],
        environment: tester.environment.merging(["TERM": "xterm-256color"]) { $1 },
        size: Size(columns: 65_535, rows: 65_535)
      )
      #expect(Self.reads("New Cart", from: terminal) != nil)
      terminal.type("q")
      #expect(terminal.waitForEnd(within: .seconds(20))?.exitCode == 0)
    }
  }

  /// The largest resident memory of a process so far, in KiB.
  private static func peakMemory(of process: pid_t) -> Int? {
    // Ignores the error: a process that has ended has no status, and the result is `nil`.
    let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    let line = status?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
  }

  /// Reads output until it contains a text, and returns the time until then; `nil` after 20 seconds.
  private static func reads(_ text: String, from terminal: PseudoTerminal) -> Duration? {
    let start = ContinuousClock.now
    var output: [UInt8] = []
    while ContinuousClock.now - start < .seconds(20) {
      output += terminal.read(patience: 10) ?? []
      if String(decoding: output, as: UTF8.self).contains(text) {
        return ContinuousClock.now - start
      }
      output = output.suffix(4_096)
    }
    return nil
  }
}
