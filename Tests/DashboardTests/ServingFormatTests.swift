import FeatureFlags
import Serving
import TestSupport
import Testing

@testable import Dashboard

/// Tests the texts for clients: ages, counts, rates and attributes.
struct ServingFormatTests {
  @Test(arguments: [
    (0.4, "now", 1), (-1, "1s", 1), (-0.5, "1s", 1), (-59, "59s", 1), (-60, "1m", 60),
    (-3_599, "59m", 1), (-3_600, "1h", 3_600), (-90_000, "1d", 82_800), (1e9, "now", 1),
    (-1e11, "999d", 0),
  ])
  func `an age is rounded down to its largest unit and is updated at a whole second`(
    offset: Double,
    text: String,
    next: Int
  ) {
    let age = Age(of: Served.date(offset), at: .zero, Live.context.wallClock)
    #expect(age.text == text)
    #expect(age.nextChange > .zero)
    if next > 0 { #expect(age.nextChange == .seconds(next)) }
  }

  @Test func `the displayed ages of all clients change at the same times`() {
    let now = Duration.milliseconds(10_400)
    let next = (0..<50).map { number in
      Age(of: Served.date(Double(number) * 0.217), at: now, Live.context.wallClock).nextChange
    }
    #expect(Set(next) == [.seconds(11)])
  }

  @Test(arguments: [
    (-1, "0"), (0, "0"), (999, "999"), (1_000, "1k"), (1_250, "1.2k"), (9_999, "9.9k"),
    (40_100, "40k"), (999_999, "999k"), (1_200_000, "1.2M"), (3_000_000_000, "3G"),
  ])
  func `a count is abbreviated to at most four characters`(count: Int, text: String) {
    #expect(CompactNumber.text(count) == text)
  }

  @Test(
    arguments: [
      (0, nil), (0.04, nil), (0.05, "0.1/s"), (0.2, "0.2/s"), (9.9, "9.9/s"), (9.96, "10/s"),
      (1_500, "1.5k/s"), (.infinity, nil), (.nan, nil), (-3, nil),
    ] as [(Double, String?)]
  )
  func `a rate that is rounded to 0, or is not a positive finite number, has no text`(
    rate: Double,
    text: String?
  ) {
    #expect(CompactNumber.rate(rate) == text)
  }

  @Test func `the text of attributes is sorted, and limited in length and depth`() {
    let user = EvaluationContext(attributes: [
      "plan": "gold", "age": 42, "tags": .list(["a", 1]), "app": .object(["version": "2"]),
      "none": nil,
    ])
    #expect(
      user.attributesText()
        == "age = 42, app = {version = 2}, none = null, plan = gold, tags = [a, 1]"
    )
    #expect(user.attributesText(limit: 12) == "age = 42, ap…")
    var deep: AttributeValue = "end"
    for _ in 0..<1_000 { deep = .list([deep]) }
    #expect(EvaluationContext(attributes: ["x": deep]).attributesText() == "x = [[[[[…]]]]]")
    let many = Dictionary(
      uniqueKeysWithValues: (0..<100_000).map { ("k\($0)", AttributeValue.null) }
    )
    #expect(EvaluationContext(attributes: many).attributesText() == "100000 attributes")
  }
}
