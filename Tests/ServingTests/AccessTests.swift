import Documents
import FeatureFlags
import HTTPServer
import Networking
import Serving
import TestSupport
import Testing
import Workbench

/// Tests which requests the server accepts: the token, and the origins of web pages.
@Suite(.timeLimit(.minutes(10)))
struct AccessTests {
  private static let secret = "s3cret/token+=%"

  private static func protected() async throws -> ServedExample {
    let token = try #require(AccessToken(secret))
    return try await ServedExample { $0.token = token }
  }

  /// All endpoints that need the token.
  private static let endpoints = [
    ("GET", "/features.json"), ("GET", "/features.plist"), ("GET", "/datafiles/a.json"),
    ("GET", "/remote-config-template.json"), ("GET", "/remote-values.json"),
    ("GET", "/overrides.json"), ("GET", "/metrics"), ("GET", "/ofrep/v1/events"),
    ("GET", "/flagd/flags.json"), ("GET", "/flagd/overrides.json"),
    ("POST", "/v1/allocations"), ("POST", "/v1/users/experiments"),
    ("POST", "/ofrep/v1/evaluate/flags"), ("POST", "/ofrep/v1/evaluate/flags/"),
    ("POST", "/ofrep/v1/evaluate/flags/New%20Cart"), ("HEAD", "/features.json"),
  ]

  @Test(arguments: endpoints)
  func `a request to any endpoint without the token gets status 401`(method: String, path: String)
    async throws
  {
    let example = try await Self.protected()
    let rejected: [HTTPHeaders] = [
      [:], ["Authorization": "Bearer s3cret/token+="], ["Authorization": Self.secret],
      ["Authorization": "Basic \(Self.secret)"], ["Authorization": "Bearer \(Self.secret)x"],
      ["Authorization": "Bearer"], ["Authorization": "Bearer "], ["X-API-Key": "wrong"],
      ["X-API-Key": ""], ["Cookie": "token=\(Self.secret)"],
      ["X-API-Key": "Bearer \(Self.secret)"],
    ]
    for headers in rejected {
      let response = try await example.send(method, path, body: "", headers: headers)
      #expect(response.status == 401 && response.headers["WWW-Authenticate"] == "Bearer")
      guard method != "HEAD" else { continue }
      let document = try JSONReader.read(response.body, as: .json)
      #expect(document["errorDetails"]?.string?.contains("expected it in Authorization") == true)
      #expect(!response.text.contains(Self.secret))
    }
    #expect(example.server.activity.rejectedCount == rejected.count)
  }

  @Test(
    arguments: [
      ["Authorization": "Bearer \(secret)"], ["Authorization": "bearer \(secret)"],
      ["X-API-Key": secret], ["x-api-key": secret, "Authorization": "Basic YTpi"],
    ] as [HTTPHeaders]
  )
  func `a request with the token in a header is accepted`(headers: HTTPHeaders) async throws {
    let example = try await Self.protected()
    for (method, path) in Self.endpoints where path != "/ofrep/v1/events" {
      let body = path.hasPrefix("/v1/") ? #"{"experiment_keys":[]}"# : ""
      let response = try await example.send(
        method,
        path,
        body: method == "POST" ? body : nil,
        headers: headers
      )
      let isMissing = path.hasPrefix("/datafiles/") || path.hasPrefix("/flagd/")
      #expect(response.status == (isMissing ? 404 : 200), "\(path)")
    }
    #expect(try await example.events(headers: headers).status == 200)
    #expect(example.server.activity.rejectedCount == 0)
  }

  @Test func `the token is accepted in the query of the event stream only`() async throws {
    let example = try await Self.protected()
    let query = "?token=s3cret%2Ftoken%2B%3D%25"
    for (method, path) in Self.endpoints where path != "/ofrep/v1/events" {
      let response = try await example.send(method, path + query, body: "")
      #expect(response.status == 401, "\(path)")
    }
    #expect(try await example.events(query: "?a=b&token=s3cret%2Ftoken%2B%3D%25").status == 200)
    for wrong in ["?token=", "?token=wrong-token", "?Token=s3cret%2Ftoken%2B%3D%25", "?token=%zz"] {
      #expect(try await example.events(query: wrong).status == 401, "\(wrong)")
    }
  }

  @Test func `the announced URL of the event stream can be opened without a token header`()
    async throws
  {
    let example = try await Self.protected()
    let bulk = try await example.send(
      "POST",
      "/ofrep/v1/evaluate/flags",
      body: "{}",
      headers: ["X-API-Key": Self.secret]
    )
    let document = try JSONReader.read(bulk.body, as: .json)
    let uri = document["eventStreams"]?.list?.first?["endpoint"]?["requestUri"]?.string
    let query = try #require(uri?.split(separator: "?").last)
    #expect(try await example.events(query: "?\(query)").status == 200)
  }

  @Test func `the token appears neither in metrics nor in the activity`() async throws {
    let example = try await Self.protected()
    let headers: HTTPHeaders = ["Authorization": "Bearer \(Self.secret)"]
    _ = try await example.events(query: "?token=s3cret%2Ftoken%2B%3D%25")
    _ = try await example.send("GET", "/features.json", headers: headers)
    _ = try await example.send("GET", "/unknown?token=s3cret%2Ftoken%2B%3D%25", headers: headers)
    let metrics = try await example.send("GET", "/metrics", headers: headers).text
    let texts = [metrics, "\(example.server.activity)"]
    for text in texts { #expect(!text.contains("s3cret")) }
  }

  @Test func `a health check without a token is accepted`() async throws {
    let example = try await Self.protected()
    let response = try await example.send("GET", "/healthz")
    #expect(response.status == 200 && response.text == #"{"status":"ready"}"#)
  }

  @Test(
    arguments: [
      "", "short", "1234567", "with space", "line\nbreak", "täglich-neu", "\u{1}12345678",
    ]
  )
  func `a token that is too short or has characters not allowed in a header is rejected`(
    text: String
  ) {
    #expect(AccessToken(text) == nil)
  }

  @Test func `white space around the text of a token file is ignored`() throws {
    #expect(try #require(AccessToken("  12345678\r\n")).text == "12345678")
  }

  // MARK: Origins

  @Test(
    arguments: [
      ("http://localhost:3000", [], true), ("https://127.0.0.1", [], true),
      ("http://[::1]:8080", [], true), ("http://localhost.example.test", [], false),
      ("http://127.0.0.1.example.test", [], false), ("http://localhost@example.test", [], false),
      ("http://localhost:@example.test", [], false), ("http://[::1]example.test", [], false),
      ("http://localhost:80@example.test", [], false), ("http://localhost:", [], false),
      ("https://shop.example.test", [], false), ("null", [], false),
      ("https://shop.example.test", ["https://shop.example.test"], true),
      ("https://shop.example.test:8443", ["https://shop.example.test"], false),
      ("http://shop.example.test", ["https://shop.example.test"], false),
      ("https://shop.example.test", ["*"], true), ("null", ["*"], true),
    ] as [(String, [String], Bool)]
  )
  func `only a web page of an allowed origin may read responses and send request headers`(
    origin: String,
    allowed: [String],
    isAllowed: Bool
  ) async throws {
    let example = try await ServedExample { $0.allowedOrigins = allowed }
    let headers: HTTPHeaders = ["Origin": origin]
    let expected = isAllowed ? origin : nil
    for path in ["/features.json", "/healthz", "/unknown", "/v1/allocations"] {
      let response = try await example.send("GET", path, headers: headers)
      #expect(response.headers["Access-Control-Allow-Origin"] == expected)
      let exposed = response.headers["Access-Control-Expose-Headers"]
      #expect(exposed == (isAllowed ? "Date, ETag, Retry-After, X-SSE-Support" : nil))
      #expect(response.headers["Vary"] == (isAllowed ? "Origin" : nil))
    }
    let bulk = try await example.send(
      "POST",
      "/ofrep/v1/evaluate/flags",
      body: "{}",
      headers: headers
    )
    #expect(bulk.headers["Access-Control-Allow-Origin"] == expected)
    #expect(
      try await example.events(headers: headers).headers["Access-Control-Allow-Origin"] == expected
    )
    let preflight = try await example.send(
      "OPTIONS",
      "/ofrep/v1/evaluate/flags",
      headers: [
        "Origin": origin, "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": Self.pageHeaders,
      ]
    )
    #expect(preflight.status == 204 && preflight.body.isEmpty)
    #expect(preflight.headers["Access-Control-Allow-Origin"] == expected)
    let methods = preflight.headers["Access-Control-Allow-Methods"]
    #expect(methods == (isAllowed ? "GET, POST, REPORT, OPTIONS" : nil))
    let sent = preflight.headers["Access-Control-Allow-Headers"]
    #expect(sent == (isAllowed ? Self.pageHeaders : nil))
    let varying = preflight.headers["Vary"]
    #expect(varying == (isAllowed ? "Origin, Access-Control-Request-Headers" : nil))
  }

  /// The headers of a page with tracing, in the order of its browser.
  private static let pageHeaders =
    "authorization,baggage,content-type,if-none-match,sentry-trace,traceparent,x-api-key,x-of-1.2_3"

  @Test(arguments: ["", "a: b", "a/b", "a\"b"])
  func `a preflight with invalid header names gets no list of allowed headers`(
    names: String
  ) async throws {
    let example = try await ServedExample { $0.allowedOrigins = ["*"] }
    let preflight = try await example.send(
      "OPTIONS",
      "/features.json",
      headers: ["Origin": "https://a.test", "Access-Control-Request-Headers": names]
    )
    #expect(preflight.headers["Access-Control-Allow-Origin"] == "https://a.test")
    #expect(preflight.headers["Access-Control-Allow-Headers"] == nil)
  }

  @Test func `a request without an Origin header gets no CORS headers`() async throws {
    let example = try await ServedExample { $0.allowedOrigins = ["*"] }
    let response = try await example.send("GET", "/features.json")
    #expect(response.headers["Access-Control-Allow-Origin"] == nil)
  }

  @Test func `a preflight needs no token, and a web page may read a response with status 401`()
    async throws
  {
    let example = try await Self.protected()
    let headers: HTTPHeaders = ["Origin": "http://localhost:3000"]
    let preflight = try await example.send("OPTIONS", "/features.json", headers: headers)
    #expect(preflight.status == 204)
    #expect(preflight.headers["Access-Control-Allow-Origin"] == "http://localhost:3000")
    let rejected = try await example.send("GET", "/features.json", headers: headers)
    #expect(rejected.status == 401)
    #expect(rejected.headers["Access-Control-Allow-Origin"] == "http://localhost:3000")
  }
}
