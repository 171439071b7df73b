import AscendExperiments
import Documents
import FeatureFlags
import HTTPServer
import Networking
import Optimizely
import RemoteConfig
import Serving
import TestSupport
import Testing

/// Tests the documents of the server over HTTP: validators, methods, paths and malformed bodies.
@Suite(.timeLimit(.minutes(10)))
struct DocumentRouteTests {
  /// A document of the server: the source, the path, and the media type.
  struct Route: CustomTestStringConvertible {
    let source: String
    let format: ConfigurationFormat
    let path: String
    var type = "application/json"
    /// The feature that a test overrides.
    let feature: Feature.Name
    let choice: OverrideChoice

    var testDescription: String { path }
  }

  static let routes: [Route] = [
    Route(path: "/features.json"),
    Route(path: "/features.plist", type: "application/x-plist"),
    Route(path: "/features.json?user=ana"),
    Route(path: "/features.plist?user=gr%C3%BC%C3%9F%20gott&x=1", type: "application/x-plist"),
    Route(path: "/remote-config-template.json"),
    Route(path: "/remote-values.json"),
    Route(path: "/remote-values.json?user=ana"),
    Route(
      source: TemplateSample.text,
      format: .remoteConfigTemplate,
      path: "/remote-config-template.json",
      feature: "welcome",
      choice: .variable("value", .string("ahoy"))
    ),
    Route(
      source: TemplateSample.text,
      format: .remoteConfigTemplate,
      path: "/remote-values.json",
      feature: "welcome",
      choice: .variable("value", .string("ahoy"))
    ),
    Route(
      source: AscendSample.response,
      format: .ascend(ExperimentsFile(defaults: AscendSample.defaults)),
      path: "/features.json",
      feature: "checkout_flow",
      choice: .enabled(false)
    ),
    Route(flagd: "/flagd/flags.json"), Route(flagd: "/flagd/overrides.json"),
    Route(unleash: "/api/client/features"), Route(unleash: "/api/client/features/cart"),
    Route(datafile: "/datafiles/ShopDemo.json"), Route(datafile: "/datafiles/any%20key.json"),
    Route(datafile: "/datafiles/auth/ShopDemo.json"),
    Route(datafile: "/features.json"), Route(datafile: "/remote-config-template.json"),
  ]

  private static func example(_ route: Route) async throws -> ServedExample {
    try await ServedExample(route.source, formats: [route.format])
  }

  @Test(arguments: routes)
  func `a document has validators, and a conditional request gets status 304`(
    route: Route
  ) async throws {
    let example = try await Self.example(route)
    let first = try await example.send("GET", route.path)
    #expect(first.status == 200 && !first.body.isEmpty)
    #expect(first.headers["Content-Type"] == route.type)
    #expect(first.headers["Content-Length"] == "\(first.body.count)")
    let tag = try #require(first.headers["ETag"])
    let date = try #require(first.headers["Last-Modified"])
    #expect(HTTPDate.seconds(date) != nil)
    let unchanged: [HTTPHeaders] = [
      ["If-None-Match": tag], ["If-None-Match": "W/\(tag)"], ["If-None-Match": "\"a\" , \(tag)"],
      ["If-None-Match": "*"], ["If-Modified-Since": date],
      ["If-None-Match": tag, "If-Modified-Since": "Thu, 01 Jan 1970 00:00:00 GMT"],
    ]
    for headers in unchanged {
      let again = try await example.send("GET", route.path, headers: headers)
      #expect(again.status == 304 && again.body.isEmpty)
      #expect(again.headers["ETag"] == tag && again.headers["Last-Modified"] == date)
      #expect(again.headers["Content-Type"] == nil)
    }
    let changed: [HTTPHeaders] = [
      ["If-None-Match": "\"other\""], ["If-None-Match": "\"other\"", "If-Modified-Since": date],
      ["If-Modified-Since": "Thu, 01 Jan 1970 00:00:00 GMT"], ["If-Modified-Since": "yesterday"],
    ]
    for headers in changed {
      let again = try await example.send("GET", route.path, headers: headers)
      #expect(again.status == 200 && again.body == first.body)
    }
  }

  @Test(arguments: routes)
  func `an override changes the document, and a reset restores it with a later date`(
    route: Route
  ) async throws {
    let example = try await Self.example(route)
    let first = try await example.send("GET", route.path)
    let tag = try #require(first.headers["ETag"])
    let date = try #require(first.headers["Last-Modified"])
    try example.store.override(route.choice, for: [route.feature])
    let headers: HTTPHeaders = ["If-None-Match": tag, "If-Modified-Since": date]
    let changed = try await example.send("GET", route.path, headers: headers)
    #expect(changed.status == 200 && changed.body != first.body)
    #expect(changed.headers["ETag"] != tag)
    let changedDate = try #require(changed.headers["Last-Modified"])
    let byDate = try await example.send(
      "GET",
      route.path,
      headers: ["If-Modified-Since": date]
    )
    #expect(byDate.status == 200 && byDate.body == changed.body)
    try example.store.resetAll()
    let reset = try await example.send(
      "GET",
      route.path,
      headers: ["If-Modified-Since": changedDate]
    )
    #expect(reset.status == 200 && reset.body == first.body && reset.headers["ETag"] == tag)
    let seconds = [date, changedDate, reset.headers["Last-Modified"] ?? ""].compactMap {
      HTTPDate.seconds($0)
    }
    #expect(seconds.count == 3 && seconds == seconds.sorted() && Set(seconds).count == 3)
  }

  @Test(arguments: routes)
  func `a HEAD request gets the headers of the document without its body`(
    route: Route
  ) async throws {
    let example = try await Self.example(route)
    let document = try await example.send("GET", route.path)
    let head = try await example.send("HEAD", route.path)
    #expect(head.status == 200 && head.body.isEmpty)
    for name in ["ETag", "Last-Modified", "Content-Type", "Content-Length"] {
      #expect(head.headers[name] == document.headers[name] && head.headers[name] != nil)
    }
    let tag = document.headers["ETag"] ?? ""
    let again = try await example.send("HEAD", route.path, headers: ["If-None-Match": tag])
    #expect(again.status == 304)
  }

  @Test func `a document for the user in the query has that user's assignments`() async throws {
    let example = try await ServedExample()
    var documents: Set<[UInt8]> = []
    for number in 0..<10 {
      let user = "user\(number)"
      let response = try await example.send("GET", "/features.json?user=\(user)")
      documents.insert(response.body)
      let app = FlagStore()
      try app.load(try Configuration(bytes: response.body))
      for name in ["Colour", "Estimate"] as [Feature.Name] {
        let expected = example.store.evaluate(name, in: EvaluationContext(targetingKey: user))
        let found = app.feature(named: name)?.state(in: .release).variation
        #expect(found != nil && found == expected?.variation)
      }
    }
    #expect(documents.count > 1)
    let everyone = try await example.send("GET", "/features.json")
    #expect(try await example.send("GET", "/features.json?user=").body == everyone.body)
    #expect(!documents.contains(everyone.body))
  }

  // MARK: Errors

  @Test(
    arguments: [
      ("POST", "/features.json", "GET, HEAD"), ("PUT", "/features.plist", "GET, HEAD"),
      ("DELETE", "/datafiles/a.json", "GET, HEAD"), ("POST", "/healthz", "GET, HEAD"),
      ("POST", "/ofrep/v1/events", "GET, HEAD"), ("PATCH", "/remote-values.json", "GET, HEAD"),
      ("POST", "/flagd/flags.json", "GET, HEAD"), ("PUT", "/api/frontend", "GET, HEAD, POST"),
      ("GET", "/api/client/metrics", "POST"),
      ("GET", "/v1/allocations", "POST"), ("HEAD", "/v1/users/experiments", "POST"),
      ("GET", "/ofrep/v1/evaluate/flags", "POST"), ("PUT", "/ofrep/v1/evaluate/flags/a", "POST"),
    ]
  )
  func `a wrong method gets status 405 with the allowed methods`(
    method: String,
    path: String,
    allowed: String
  ) async throws {
    let example = try await ServedExample()
    let response = try await example.send(method, path, body: method == "GET" ? nil : "")
    #expect(response.status == 405 && response.headers["Allow"] == allowed)
    guard method != "HEAD" else { return }
    let document = try JSONReader.read(response.body, as: .json)
    #expect(document["errorDetails"]?.string == "found the method \(method), expected \(allowed)")
  }

  @Test(
    arguments: [
      "/", "/index.html", "/features", "/features.json/", "/Features.json", "//features.json",
      "/datafiles", "/datafiles/", "/datafiles/.json", "/datafiles/a/b.json",
      "/datafiles/a%2Fb.json", "/datafiles/auth/.json", "/datafiles/auth/a/b.json",
      "/datafiles/a.txt", "/v1", "/v1/allocations/", "/ofrep/v1", "/ofrep/v1/events/x",
      "/%2e%2e/etc/passwd", "/remote-config-template.json%3Fa",
    ]
  )
  func `an unknown path gets status 404 with an error document`(path: String) async throws {
    let example = try await ServedExample()
    let response = try await example.send("GET", path)
    #expect(response.status == 404)
    #expect(response.headers["Content-Type"] == "application/json")
    let document = try JSONReader.read(response.body, as: .json)
    #expect(document["errorCode"]?.string == "GENERAL")
    #expect(document["errorDetails"]?.string?.isEmpty == false)
  }

  @Test(
    arguments: [
      ("/datafiles/a.json", "// comment\n{'version': \"4\",", [ConfigurationFormat.optimizely()]),
      ("/datafiles/auth/a.json", "{version: '4',", [.optimizely()]),
    ]
  )
  func `a datafile with syntax of JSON5 is served as JSON, with and without overrides`(
    path: String,
    start: String,
    formats: [ConfigurationFormat]
  ) async throws {
    let datafile = """
      \(start) "projectId": "1", "accountId": "2", "revision": "3", "anonymizeIP": true,
      "audiences": [], "experiments": [], "groups": [], "attributes": [], "events": [],
      "rollouts": [], "featureFlags": [{"id": "1", "key": "cart", "experimentIds": [],
      "rolloutId": "", "variables": [],},], /* end */ }
      """
    let example = try await ServedExample(datafile, formats: formats)
    for isForced in [false, true] {
      if isForced { try example.store.override(.enabled(true), for: ["cart"]) }
      let response = try await example.send("GET", path)
      let document = try JSONReader.read(response.body, as: .json)
      #expect(response.body.first == UInt8(ascii: "{"))
      #expect(document["featureFlags"]?.list?.first?["key"]?.string == "cart")
    }
  }

  @Test func `a source without a datafile gets status 404 with the reason`() async throws {
    let example = try await ServedExample()
    let response = try await example.send("GET", "/datafiles/shop.json")
    #expect(response.status == 404)
    #expect(response.text.contains("a configuration of features"))
  }

  @Test(
    arguments: [
      "", "{", "[]", "7", "{}", #"{"experiment_keys":7}"#, #"{"experiment_keys":[1]}"#,
      #"{"experiment_keys":[],"user_id":[]}"#, "\u{1}", String(repeating: "[", count: 300),
    ]
  )
  func `a malformed request for experiments gets status 400`(body: String) async throws {
    let example = try await ServedExample()
    for path in ["/v1/allocations", "/v1/users/experiments"] {
      let response = try await example.send("POST", path, body: body)
      #expect(response.status == 400)
      let document = try JSONReader.read(response.body, as: .json)
      #expect(
        document["errorDetails"]?.string?.hasPrefix("the body is not a request for experiments: ")
          == true
      )
    }
  }

  @Test(arguments: ["/v1/allocations", "/v1/users/experiments"])
  func `an experiments response has an entity tag, and an unchanged one gets status 304`(
    path: String
  ) async throws {
    let example = try await ServedExample(
      AscendSample.response,
      formats: [.ascend(ExperimentsFile(defaults: AscendSample.defaults))]
    )
    let body = #"{"experiment_keys":["checkout_flow"],"user_id":"ana"}"#
    let first = try await example.send("POST", path, body: body)
    #expect(first.status == 200 && first.headers["Content-Type"] == "application/json")
    let tag = try #require(first.headers["ETag"])
    let known: HTTPHeaders = ["If-None-Match": tag]
    #expect(try await example.send("POST", path, body: body, headers: known).status == 304)
    try example.store.override(.variable("steps", .integer(7)), for: ["checkout_flow"])
    let changed = try await example.send("POST", path, body: body, headers: known)
    #expect(changed.status == 200 && changed.text.contains(#""value":"7""#))
    try example.store.resetAll()
    #expect(try await example.send("POST", path, body: body, headers: known).status == 304)
  }

  @Test func `a request for an empty list of experiments gets no experiment`() async throws {
    let example = try await ServedExample()
    let response = try await example.send(
      "POST",
      "/v1/allocations",
      body: #"{"experiment_keys":[]}"#
    )
    let document = try JSONReader.read(response.body, as: .json)
    #expect(response.status == 200 && document["data"]?["experiment_map"]?.list?.isEmpty == true)
  }
}

extension DocumentRouteTests.Route {
  /// The document for a source that is a configuration of features.
  fileprivate init(path: String, type: String = "application/json") {
    self.init(
      source: ServedExample.features,
      format: .features,
      path: path,
      type: type,
      feature: "New Cart",
      choice: .enabled(false)
    )
  }

  /// The document for a source in the format of flagd.
  fileprivate init(flagd path: String) {
    self.init(
      source: FlagSystemSample.flagd,
      format: FlagSystemSample.flagdFormat,
      path: path,
      feature: "colour",
      choice: .variation("blue")
    )
  }

  /// The document for a source in the format of Unleash.
  fileprivate init(unleash path: String) {
    self.init(
      source: FlagSystemSample.unleash,
      format: FlagSystemSample.unleashFormat,
      path: path,
      feature: "cart",
      choice: .enabled(false)
    )
  }

  /// The document for a source that is a datafile.
  fileprivate init(datafile path: String) {
    self.init(
      source: DatafileSample.text,
      format: .optimizely(),
      path: path,
      feature: "buy_now",
      choice: .variation("one_touch")
    )
  }
}
