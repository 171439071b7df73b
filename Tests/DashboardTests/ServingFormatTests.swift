import FeatureFlags
import Serving
import TestSupport
import Testing

@testable import Dashboard

/// Tests the texts for clients: software, ages, counts, rates and attributes.
struct ServingFormatTests {
  @Test(arguments: [
    ("python-requests/2.34.2", "Python requests 2.34"),
    ("openfeature-python/0.3.0 python-requests/2.34.2", "OpenFeature"),
    ("okhttp/4.12.0", "OkHttp 4.12"), ("axios/1.7.2", "axios 1.7"), ("node", "Node.js"),
    ("Go-http-client/1.1", "Go net/http 1.1"), ("Dart/3.3 (dart:io)", "Dart 3.3"),
    ("Shop/12 CFNetwork/1490.0.4 Darwin/23.2.0", "Apple CFNetwork 1490.0"),
    ("Dalvik/2.1.0 (Linux; U; Android 14; Pixel 8)", "Android"),
    ("Python/3.11 aiohttp/3.9.1", "Python aiohttp 3.9"), ("curl/7.88.1", "curl 7.88"),
    ("Mozilla/5.0 (X11) AppleWebKit/537.36 Chrome/124.0.0.0 Safari/537.36", "Chrome 124.0"),
    ("Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 Version/17.4 Safari/604.1", "Safari"),
    ("OPTIMIZELY/x", "Optimizely"), ("okhttp/....", "OkHttp"),
  ])
  func `known software is recognized by its user agent`(userAgent: String, text: String) {
    #expect(ClientSoftware(userAgent: userAgent)?.text == text)
  }

  @Test(arguments: ["", "bundle/3", "acurl/1", "nodes", "Shop 1.2"])
  func `a part of a longer word is not the name of known software`(userAgent: String) {
    #expect(ClientSoftware(userAgent: userAgent) == nil)
  }

  @Test func `software that is named after the searched bytes of a user agent is not recognized`() {
    let userAgent = String(repeating: "x", count: 100_000) + " okhttp/4.12"
    #expect(ClientSoftware(userAgent: userAgent) == nil)
  }

  @Test(arguments: [
    (0.4, "now", 1), (-1, "1s", 1), (-0.5, "1s", 1), (-59, "59s", 1), (-60, "1m", 60),
    (-3_599, "59m", 1), (-3_600, "1h", 3_600), (-90_000, "1d", 82_800), (1e9, "now", 1),
    (-1e11, "999d", 0),
  ])
  func `an age is rounded down to its largest unit and changes at a whole second`(
    offset: Double,
    text: String,
    next: Int
  ) {
    let age = Age(of: Served.date(offset), at: .zero, Live.context.wallClock)
    #expect(age.text == text)
    #expect(age.nextChange > .zero)
    if next > 0 { #expect(age.nextChange == .seconds(next)) }
  }

  @Test func `all ages change at the same times`() {
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
  func `a count has at most four characters`(count: Int, text: String) {
    #expect(CompactNumber.text(count) == text)
  }

  @Test(
    arguments: [
      (0, nil), (0.04, nil), (0.05, "0.1/s"), (0.2, "0.2/s"), (9.9, "9.9/s"), (9.96, "10/s"),
      (1_500, "1.5k/s"), (.infinity, nil), (.nan, nil), (-3, nil),
    ] as [(Double, String?)]
  )
  func `a rate below the shown precision, or without a value, has no text`(
    rate: Double,
    text: String?
  ) {
    #expect(CompactNumber.rate(rate) == text)
  }

  @Test func `attributes are sorted, and nested values are summarized`() {
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
