import Documents
import FeatureFlags
import TestSupport
import Testing

@testable import OFREP

/// Tests the parser of bulk responses.
@Suite(.tags(.concurrent))
struct BulkTests {
  private func parse(_ text: String) throws(DocumentError) -> OFREPBulkEvaluation {
    try OFREPBulkEvaluation(bytes: Array(text.utf8))
  }

  @Test func `a bulk response is parsed in its order, with exact values`() throws {
    let bulk = try parse(Lab.bulk)
    #expect(
      bulk.entries.map(\.key) == ["banner", "hue", "limit", "rate", "plan", "off", "broken"]
    )
    #expect(
      bulk.entries.map(\.value) == [
        .boolean(true), .string("#f00"), .integer(3), .double(1), .json(#"{"steps":[1,2]}"#), nil,
        nil,
      ]
    )
    #expect(bulk.entry("rate")?.json().text.contains(#""value":1.0"#) == true)
    #expect(bulk.entry("plan")?.json().text.contains(#"{ "steps": [1, 2.0] }"#) == true)
    #expect(bulk.entry("broken")?.error?.code == "PARSE_ERROR")
    #expect(bulk.metadata?.text == #"{ "version": "3" }"#)
    #expect(bulk.problems.isEmpty && bulk.eventStreams.isEmpty)
    #expect(bulk.entry("missing") == nil)
  }

  @Test func `malformed entries are left out and reported with their line`() throws {
    let bulk = try parse(
      """
      { "flags": [ { "key": "a", "value": 1 },
        5,
        { "value": 2 },
        { "key": "" },
        { "key": "a", "value": 3 },
        { "key": "b", "value": true } ] }
      """
    )
    #expect(bulk.entries.map(\.key) == ["a", "b"])
    #expect(bulk.entry("a")?.value == .integer(1), "the first of two entries is used")
    #expect(bulk.problems.map(\.line) == [2, 3, 4, 5])
    #expect(bulk.problems.map(\.feature) == ["#2", "#3", "#4", "a"])
    #expect(bulk.problems.allSatisfy { $0.severity == .error })
  }

  @Test(arguments: [
    ("", "found nothing, expected a document"),
    ("<html></html>", #"column 1: found "<", expected a value"#),
    ("[]", "found a list, expected an object"),
    ("{}", #""flags": found nothing, expected a list"#),
    (#"{"flags":{}}"#, #""flags": found an object, expected a list"#),
    (#"{"flags":null}"#, #""flags": found null, expected a list"#),
  ])
  func `parsing a document without a list of flags throws an error`(text: String, message: String) {
    let error = #expect(throws: DocumentError.self) { _ = try parse(text) }
    #expect(error?.description == message)
  }

  @Test
  func `event streams with a URL or an endpoint are parsed, and other types are ignored`()
    throws
  {
    let bulk = try parse(
      #"""
      { "flags": [], "eventStreams": [
        { "type": "sse", "url": "https://e.test/s?token=x", "inactivityDelaySec": 30 },
        { "type": "sse", "endpoint": { "requestUri": "/s", "origin": "https://e.test" } },
        { "type": "SSE", "endpoint": { "requestUri": "/s" }, "inactivityDelaySec": 0 },
        { "type": "websocket", "url": "https://e.test/w" }, { "type": "sse" }, 5, null,
        { "type": "sse", "url": "" }, { "type": "sse", "url": 5 },
        { "type": "sse", "url": "u", "inactivityDelaySec": 1e999 }
      ] }
      """#
    )
    #expect(
      bulk.eventStreams == [
        OFREPEventStream(.url("https://e.test/s?token=x"), inactivityDelay: .seconds(30)),
        OFREPEventStream(.endpoint(requestURI: "/s", origin: "https://e.test")),
        OFREPEventStream(.endpoint(requestURI: "/s", origin: nil), inactivityDelay: .seconds(1)),
        OFREPEventStream(.url("u")),
      ]
    )
    #expect(try parse(#"{ "flags": [], "eventStreams": {} }"#).eventStreams.isEmpty)
  }

  @Test(arguments: [
    (
      #"{"type":"refetchEvaluation","etag":"\"v42\"","lastModified":1771622898}"#,
      OFREPChange(etag: "\"v42\"", lastModified: "1771622898")
    ),
    (
      #"{"type":"refetchEvaluation","lastModified":"2026-02-20T21:28:18Z"}"#,
      OFREPChange(lastModified: "2026-02-20T21:28:18Z")
    ),
    (#"{"type":"refetchEvaluation","etag":5,"lastModified":1.5}"#, OFREPChange()),
    (#"{"type":"somethingElse"}"#, nil), ("{", nil), ("", nil), ("[]", nil), ("{}", nil),
  ])
  func `only a notification of the type refetchEvaluation is parsed as a change`(
    data: String,
    change: OFREPChange?
  ) {
    #expect(OFREPChange(data: data) == change)
  }

  private static let tokens = [
    "null", "true", "-1", "1e999", "1.0", "\"\"", "\"x\"", "[]", "{}", "[[]]",
    "9223372036854775808", "\"\\ud800\"", "{\"a\":[1.0,\"}\"]}", "[{\"key\":\"k\"}]",
  ]

  @Test(.timeLimit(.minutes(2)))
  func `a mutated response never crashes the parser, and its entries are passed on as valid JSON`()
    throws
  {
    var random = SeededGenerator(seed: 14)
    var (refused, read) = (0, 0)
    for _ in 0..<5_000 {
      let bytes = mutated(Array(Lab.bulk.utf8), tokens: Self.tokens, using: &random)
      do throws(DocumentError) {
        let bulk = try OFREPBulkEvaluation(bytes: bytes)
        read += bulk.entries.isEmpty ? 0 : 1
        for entry in bulk.entries {
          for isStale in [false, true] {
            let passed = try RawJSON.parse(entry.json(isStale: isStale).bytes)
            let again = OFREPEntry(passed.node, passed.raw)
            #expect(again?.value == entry.value && again?.reason == entry.reason)
          }
        }
        let configuration = Configuration(bulk)
        #expect(configuration.features.count == bulk.entries.count)
      } catch {
        refused += 1
        #expect(!"\(error)".isEmpty)
      }
    }
    #expect(refused > 500)
    #expect(read > 500)
  }

  @Test(arguments: ["[", "{\"a\":"])
  func `parsing a deeply nested response throws an error`(open: String) {
    let text = #"{"flags":["# + String(repeating: open, count: 100_000)
    #expect(throws: DocumentError.self) { _ = try parse(text) }
  }
}
