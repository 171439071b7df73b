import Documents
import FeatureFlags
import Networking
import TestSupport
import Testing

/// Tests the override proxy with a fake upstream, whose responses the tests define.
@Suite(.tags(.concurrent), .timeLimit(.minutes(10)))
struct ProxyEvaluationTests {
  private static func upstream() throws -> LocalServer {
    try LocalServer { UpstreamResponses.respond(to: $0) }
  }

  @Test(
    arguments: [
      (
        "banner", 200,
        #"{"key":"banner","value":true,"reason":"DEFAULT","variant":"on","metadata":{"team":"web"}}"#
      ),
      (
        "rate", 200, #"{"key":"rate","value":1.0,"reason":"SPLIT","variant":"one","metadata":{}}"#
      ),
      ("limit", 200, #"{"key":"limit","value":1,"reason":"UNKNOWN","variant":""}"#),
      (
        "bare", 200,
        #"{"key":"bare","value":{"steps":[1, 2.0]},"metadata":{"n":9007199254740993},"#
          + #""reason":"UNKNOWN","variant":""}"#
      ),
      (
        "broken", 400,
        #"{"key":"broken","errorCode":"PARSE_ERROR","errorDetails":"no such variant"}"#
      ),
      ("failure", 200, #"{"key":"failure","errorCode":"GENERAL","errorDetails":"no rule"}"#),
      (
        "nowhere", 404,
        #"{"key":"nowhere","errorCode":"FLAG_NOT_FOUND","errorDetails":"no such flag"}"#
      ),
    ]
  )
  func `the proxy adds a missing reason and variant, and changes nothing else`(
    key: String,
    status: Int,
    body: String
  ) async throws {
    let upstream = try Self.upstream()
    let example = try await ProxyExample(upstream.url("/base"))
    let response = try await example.evaluate(key)
    #expect(response.status == status)
    #expect(response.headers["Content-Type"] == "application/json")
    #expect(response.text == body)
    #expect(upstream.requests.last?.target == "/base/ofrep/v1/evaluate/flags/\(key)")
  }

  @Test func `a bulk evaluation of the proxy has the entries and the metadata of the upstream`()
    async throws
  {
    let upstream = try Self.upstream()
    let example = try await ProxyExample(upstream.url())
    let response = try await example.evaluateAll()
    let expected = """
      {"flags":[\
      {"key":"banner","value":true,"reason":"DEFAULT","variant":"on","metadata":{"team":"web"}},\
      {"key":"rate","value":1.0,"reason":"SPLIT","variant":"one","metadata":{}},\
      {"key":"limit","value":1,"reason":"UNKNOWN","variant":""},\
      {"key":"bare","value":{"steps":[1, 2.0]},"metadata":{"n":9007199254740993},\
      "reason":"UNKNOWN","variant":""},\
      {"key":"broken","errorCode":"PARSE_ERROR","errorDetails":"no such variant"}\
      ],"metadata":{"flagSetId":"shop","version":7},"eventStreams":[\
      {"type":"sse","endpoint":{"requestUri":"/ofrep/v1/events"},"inactivityDelaySec":120}]}
      """
    #expect(response.text == expected)
    let tag = try #require(response.headers["ETag"])
    let again = try await example.evaluateAll(headers: ["If-None-Match": tag])
    #expect(again.status == 304 && again.body.isEmpty)
  }

  @Test(
    arguments: [
      (#"{"context":{"targetingKey":"bob","plan":"gold"}}"#, nil),
      (#"{"context":{"a":1,"b":1.0,"c":1e2,"big":9007199254740993,"t":true,"n":null}}"#, nil),
      (#"{"context":{"Größe":"\u00e9\n😀","list":[1, 2.50,{"x":[]}],"":""}}"#, nil),
      (#"{"context":{"targetingKey":7}}"#, nil), (#"{"context":{}}"#, nil),
      (#"{"other":1,"context": { "k" : 1.0 } }"#, #"{"context":{ "k" : 1.0 }}"#),
      ("", #"{"context":{}}"#), ("{}", #"{"context":{}}"#),
      (#"{"context":null}"#, #"{"context":{}}"#),
    ] as [(String, String?)]
  )
  func `the upstream receives the context of the request unchanged`(
    body: String,
    expected: String?
  ) async throws {
    let upstream = try Self.upstream()
    let example = try await ProxyExample(upstream.url())
    for path in ["/banner", ""] {
      let response = try await example.proxy.send(
        "POST",
        "/ofrep/v1/evaluate/flags\(path)",
        body: body
      )
      #expect(response.status == 200)
      let received = try #require(upstream.requests.last)
      #expect(received.target == "/ofrep/v1/evaluate/flags\(path)")
      #expect(String(decoding: received.body, as: UTF8.self) == expected ?? body)
    }
  }

  @Test func `a malformed context gets an error without a request to the upstream`() async throws {
    let upstream = try Self.upstream()
    let example = try await ProxyExample(upstream.url())
    for (path, body) in [("/banner", "{"), ("/banner", #"{"context":[]}"#), ("", "[]")] {
      let response = try await example.proxy.send(
        "POST",
        "/ofrep/v1/evaluate/flags\(path)",
        body: body
      )
      #expect(response.status == 400)
    }
    #expect(upstream.requests.count == 1, "the load of the default user")
  }

  @Test(arguments: ["a b", "a/b", "50% off", "v1.2", "Größe 😀", "Ready?", "#1", "..%2F.."])
  func `the upstream receives the key of the request, whatever characters it has`(key: String)
    async throws
  {
    let upstream = try LocalServer { request in
      request.target.hasSuffix("flags")
        ? .text(#"{"flags":[]}"#) : .text(#"{"value":true,"variant":"on","reason":"STATIC"}"#)
    }
    let example = try await ProxyExample(upstream.url())
    let encoded = key.utf8.map { byte in
      let digits = String(byte, radix: 16)
      return "%" + (digits.count < 2 ? "0" : "") + digits
    }
    let response = try await example.evaluate(encoded.joined())
    let document = try JSONReader.read(response.body, as: .json)
    #expect(document["key"]?.string == key)
    let target = try #require(upstream.requests.last?.target.split(separator: "/").last)
    #expect(target.removingPercentEscapes == key)
  }

  @Test func `the upstream receives the source's headers, and not the client's token`()
    async throws
  {
    let upstream = try Self.upstream()
    let example = try await ProxyExample(upstream.url(), headers: ["Authorization": "Bearer up"])
    let headers: HTTPHeaders = [
      "Authorization": "Bearer own", "X-API-Key": "own", "Cookie": "a=b",
    ]
    _ = try await example.proxy.send(
      "POST",
      "/ofrep/v1/evaluate/flags/banner",
      body: "{}",
      headers: headers
    )
    let received = try #require(upstream.requests.last)
    #expect(received.headers["authorization"] == "Bearer up")
    #expect(received.headers["x-api-key"] == nil && received.headers["cookie"] == nil)
  }

  @Test func `an override determines the result of every user, and a reset restores the upstream`()
    async throws
  {
    let upstream = try Self.upstream()
    let example = try await ProxyExample(upstream.url())
    let before = try await example.evaluateAll().text
    try example.store.override(.enabled(false), for: ["banner"])
    try example.store.override(.variable("value", .double(2)), for: ["rate"])
    try example.store.override(.variable("value", .json(#"{"steps":[]}"#)), for: ["bare"])
    let count = upstream.requests.count
    let values = [
      ("banner", #""value":false,"reason":"STATIC","variant":"off""#),
      ("rate", #""value":2.0,"reason":"STATIC""#),
      ("bare", #""value":{"steps":[]},"reason":"STATIC""#),
    ]
    for body in ["{}", #"{"context":{"targetingKey":"ana"}}"#, #"{"context":{"plan":1}}"#] {
      let all = try await example.evaluateAll(body: body).text
      for (key, value) in values {
        let start = #"{"key":"\#(key)",\#(value)"#
        let single = try await example.evaluate(key, body: body)
        #expect(single.status == 200 && single.text.hasPrefix(start), "\(single.text)")
        #expect(single.text.contains(#""overridden":true,"source":"override""#))
        #expect(all.contains(single.text), "\(all)")
      }
      #expect(all.contains(#"{"key":"limit","value":1,"#), "the other flags are unchanged")
    }
    #expect(
      upstream.requests.dropFirst(count).allSatisfy { $0.target.hasSuffix("flags") },
      "an overridden flag needs no request"
    )
    try example.store.resetAll()
    #expect(try await example.evaluateAll().text == before)
    #expect(try await example.evaluate("banner").text.contains(#""value":true"#))
  }
}

extension Substring {
  /// The text with its percent-escapes decoded.
  fileprivate var removingPercentEscapes: String {
    var bytes: [UInt8] = []
    var rest = utf8[...]
    while let byte = rest.popFirst() {
      let digits = String(rest.prefix(2)) ?? ""
      if byte == UInt8(ascii: "%"), let value = UInt8(digits, radix: 16) {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
