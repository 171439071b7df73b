import TestSupport
import Testing

@testable import Pacing

struct PacedValueTests {
  /// Computes the output diagram of an input diagram without a clock.
  static func output(of input: Diagram, at pace: Pace) -> String {
    var paced = PacedValue<Character, ManualClock.Instant>(pace)
    let start = ManualClock().now
    var output = ""
    for (column, event) in input.columns.enumerated() {
      let now = start.advanced(by: .seconds(column))
      var passed = paced.release(at: now)
      if event.isLetter {
        passed = paced.receive(event, at: now) ?? passed
      } else if event == "|" {
        passed = paced.flush(at: now) ?? passed
      }
      output.append(passed ?? event.asGap)
    }
    return output
  }

  @Test(arguments: [
    ("abcd----e---f-g----|", "------d----e-----g-|"),
    ("a---------|", "---a------|"),
    ("a--b--c---|", "---a--b--c|"),
    ("ababababab|", "----------b"),
    ("----------|", "----------|"),
    ("|", "|"),
  ])
  func `debounce emits the last value after a pause`(_ input: String, _ output: String) {
    let pace = Pace.debounce(for: .seconds(3))
    #expect(Self.output(of: Diagram(input), at: pace) == output)
  }

  @Test(arguments: [
    ("abcdefghij---|", "a--d--g--j---|"),
    ("abcd----e---f-g----|", "a--d----e---f------|"),
    ("a-b-------|", "a---------|"),
    ("a--b--c---|", "a--b--c---|"),
    ("-a-b-c-d-|", "-a---c---|"),
  ])
  func `a throttle that keeps the first value emits the first value of each interval`(
    _ input: String,
    _ output: String
  ) {
    let pace = Pace.throttle(for: .seconds(3), keeping: .first)
    #expect(Self.output(of: Diagram(input), at: pace) == output)
  }

  @Test(arguments: [
    ("abc------|", "a--c-----|"),
    ("ab-------c|", "a--b-----c|"),
    ("ab--c----d|", "a--b--c--d|"),
    ("a-b-c-----|", "a--b--c---|"),
    ("abc|", "a--c"),
    ("a---b-----|", "a---b-----|"),
  ])
  func `a throttle that keeps the latest value emits the first and the latest of each interval`(
    _ input: String,
    _ output: String
  ) {
    let pace = Pace.throttle(for: .seconds(3), keeping: .latest)
    #expect(Self.output(of: Diagram(input), at: pace) == output)
  }

  @Test(arguments: [
    Pace.throttle(for: .zero, keeping: .first), .throttle(for: .zero, keeping: .latest),
  ])
  func `a pace with an interval of zero emits each value`(_ pace: Pace) {
    #expect(Self.output(of: Diagram("abc-d|"), at: pace) == "abc-d|")
  }

  @Test func `flush starts a new interval only if a value is pending`() {
    var paced = PacedValue<String, ManualClock.Instant>(
      .throttle(for: .seconds(10), keeping: .latest)
    )
    let start = ManualClock().now
    #expect(paced.receive("a", at: start) == "a")
    #expect(paced.flush(at: start.advanced(by: .seconds(4))) == nil)
    #expect(paced.receive("b", at: start.advanced(by: .seconds(5))) == nil)
    #expect(paced.due == start.advanced(by: .seconds(10)))
    #expect(paced.flush(at: start.advanced(by: .seconds(9))) == "b")
    #expect(paced.receive("c", at: start.advanced(by: .seconds(10))) == nil)
    #expect(paced.due == start.advanced(by: .seconds(19)))
    paced.drop()
    #expect(paced.release(at: start.advanced(by: .seconds(19))) == nil)
    #expect(paced.receive("d", at: start.advanced(by: .seconds(19))) == "d")
  }

  @Test func `a pending value is not released before its due time`() {
    var paced = PacedValue<String, ManualClock.Instant>(.debounce(for: .seconds(3)))
    let start = ManualClock().now
    #expect(paced.receive("a", at: start) == nil)
    #expect(paced.due == start.advanced(by: .seconds(3)))
    #expect(paced.release(at: start.advanced(by: .milliseconds(2_999))) == nil)
    #expect(paced.release(at: start.advanced(by: .seconds(3))) == "a")
    #expect(paced.due == nil)
    #expect(paced.release(at: start.advanced(by: .seconds(9))) == nil)
  }
}

extension Character {
  fileprivate var asGap: Character { isLetter ? "-" : self }
}
