import Pacing
import TestSupport
import Testing

struct GateTests {
  /// The events of a diagram that the gate admits; a column is a tenth of a second.
  static func admitted(of events: String, by gate: inout Gate<ManualClock.Instant>) -> String {
    let start = ManualClock().now
    return String(
      events.enumerated().map { column, event in
        let now = start.advanced(by: .milliseconds(100 * column))
        return event.isLetter && gate.admits(at: now) ? event : "-"
      }
    )
  }

  @Test(arguments: [
    ("aaaaaaaaaaaa", "a----a----a-"),
    ("a---a-----a-", "a---------a-"),
    ("a----a------", "a----a------"),
    ("--a-a-a-a-a-", "--a-----a---"),
    ("a-----------", "a-----------"),
  ])
  func `a gate admits the first press and rejects further presses for half a second`(
    _ events: String,
    _ result: String
  ) {
    var gate = Gate<ManualClock.Instant>()
    #expect(gate.interval == .milliseconds(500))
    #expect(Self.admitted(of: events, by: &gate) == result)
  }

  @Test func `two actions that share a gate exclude each other for the interval of the gate`() {
    var shared = Gate<ManualClock.Instant>(interval: .milliseconds(300))
    #expect(Self.admitted(of: "abab-b-a--b", by: &shared) == "a--b---a--b")
  }

  @Test func `actions with separate gates do not exclude each other`() {
    var left = Gate<ManualClock.Instant>(interval: .milliseconds(300))
    var right = left
    #expect(Self.admitted(of: "a-a-a", by: &left) == "a---a")
    #expect(Self.admitted(of: "-b-b-", by: &right) == "-b---")
  }

  @Test func `resetting a gate lets it admit the next press at once`() {
    var gate = Gate<ManualClock.Instant>()
    let now = ManualClock().now
    var admitted = [gate.admits(at: now), gate.admits(at: now)]
    gate.reset()
    admitted.append(gate.admits(at: now))
    #expect(admitted == [true, false, true])
  }

  @Test func `of fifty presses in one second, the gate admits two`() {
    var gate = Gate<ContinuousClock.Instant>()
    let start = ContinuousClock().now
    let admitted = (0..<50).filter { gate.admits(at: start.advanced(by: .milliseconds(20 * $0))) }
    #expect(admitted == [0, 25])
  }
}
