import Locking
import TestSupport
import Testing

@testable import Optimizely
@testable import OptimizelyEngine

/// Tests fetching the segments of users from a local data platform.
struct SegmentTests {
  static let path = "/v3/graphql"

  static func response(_ edges: String) -> LocalResponse {
    .text(#"{"data":{"customer":{"audiences":{"edges":[\#(edges)]}}}}"#)
  }

  static let both =
    #"{"node":{"name":"vip","state":"qualified"}},"#
    + #"{"node":{"name":"new","state":"not_qualified"}},{"node":{"name":"x"}},{},"#
    + #"{"node":{"name":"old","state":"qualified"}}"#

  static func datafile(_ host: String?, segments: String = #"["vip", "old", "vip"]"#)
    -> SmallDatafile
  {
    let conditions = #"{"name":"odp","type":"third_party_dimension","match":"qualified","value":"#
    let names = segments.split(separator: "\"").enumerated().compactMap { $0 % 2 == 1 ? $1 : nil }
    let audiences = names.enumerated().map { index, name in
      #"{"id":"\#(index)","name":"a","conditions":["or",\#(conditions)"\#(name)"}]}"#
    }
    var datafile = SmallDatafile.shop
    let integration = host.map { #"{"key":"odp","host":"\#($0)","publicKey":"the-key"}"# } ?? ""
    datafile.more = """
      "integrations": [\(integration)], "typedAudiences": [\(audiences.joined(separator: ","))],
      """
    return datafile
  }

  /// Creates a user of a client whose data platform is the local server.
  private func user(
    _ server: LocalServer,
    id: String = "ana",
    segments: String = #"["vip", "old", "vip"]"#,
    change: (inout OptimizelySdkSettings) -> Void = { _ in }
  ) throws -> OptimizelyUserContext {
    var project = try TestProject()
    change(&project.settings)
    let client = try project.started(Self.datafile(server.url(""), segments: segments))
    return client.createUserContext(userId: id)
  }

  @Test(arguments: [("ana", "fs_user_id"), ("VUID_1", "vuid"), ("vuid", "fs_user_id")])
  func `the segment query has the user id and the segments of the datafile`(
    id: String,
    kind: String
  ) async throws {
    let server = try LocalServer { _ in Self.response(Self.both) }
    let user = try user(server, id: id)
    try await user.fetchQualifiedSegments()
    #expect(user.qualifiedSegments == ["vip", "old"])
    #expect(user.isQualifiedFor(segment: "old"))
    #expect(!user.isQualifiedFor(segment: "new"))
    let request = try #require(server.requests.first)
    #expect(request.method == "POST")
    #expect(request.target == Self.path)
    #expect(request.headers["x-api-key"] == "the-key")
    #expect(request.headers["content-type"] == "application/json")
    let body = try DataValue(json: String(decoding: request.body, as: UTF8.self))
    let query =
      "query($userId: String, $audiences: [String]) {customer(\(kind): $userId) "
      + "{audiences(subset: $audiences) {edges {node {name state}}}}}"
    #expect(body["query"]?.text == query)
    #expect(body["variables"]?["userId"]?.text == id)
    #expect(body["variables"]?["audiences"] == .list(["vip", "old"]))
  }

  @Test func `if the datafile has no segments, no request is sent`() async throws {
    let server = try LocalServer { _ in Self.response("") }
    let user = try user(server, segments: "[]")
    try await user.fetchQualifiedSegments()
    #expect(user.qualifiedSegments == [])
    #expect(server.requests.isEmpty)
  }

  private static func error(_ extensions: String) -> LocalResponse {
    .text(#"{"errors":[{"message":"m","extensions":{\#(extensions)}}],"data":{"customer":null}}"#)
  }

  @Test(arguments: [
    (LocalResponse([.reset]), OptimizelyError.fetchSegmentsFailed("network error")),
    (.text("no", status: 403), .fetchSegmentsFailed("403")),
    (.text("no", status: 500), .fetchSegmentsFailed("500")),
    (.text("<html>"), .fetchSegmentsFailed("decode error")),
    (.text("[]"), .fetchSegmentsFailed("decode error")),
    (.text(#"{"data":{}}"#), .fetchSegmentsFailed("decode error")),
    (
      error(#""classification":"DataFetchingException","code":"INVALID_IDENTIFIER_EXCEPTION""#),
      .invalidSegmentIdentifier
    ),
    (
      error(#""classification":"DataFetchingException""#),
      .fetchSegmentsFailed("DataFetchingException")
    ),
    (error(""), .fetchSegmentsFailed("decode error")),
  ])
  func `each kind of failed segment fetch throws an error that describes the cause`(
    response: LocalResponse,
    error: OptimizelyError
  ) async throws {
    let server = try LocalServer { _ in response }
    let user = try user(server)
    user.qualifiedSegments = ["from before"]
    await #expect(throws: error) { try await user.fetchQualifiedSegments() }
    #expect(user.qualifiedSegments == nil)
    // A failure is not cached: the next fetch succeeds.
    server.change { _ in Self.response(Self.both) }
    try await user.fetchQualifiedSegments()
    #expect(user.qualifiedSegments == ["vip", "old"])
  }

  @Test func `fetching segments from a slow, disabled or missing platform throws an error`()
    async throws
  {
    let server = try LocalServer { _ in .silent }
    let slow = try user(server) { $0.segmentFetchTimeout = .milliseconds(50) }
    await #expect(throws: OptimizelyError.fetchSegmentsFailed("network error")) {
      try await slow.fetchQualifiedSegments()
    }
    let off = try user(server) { $0.disableOdp = true }
    await #expect(throws: OptimizelyError.odpNotEnabled) { try await off.fetchQualifiedSegments() }
    let unknown = try TestProject().started(Self.datafile(nil)).createUserContext(userId: "ana")
    await #expect(throws: OptimizelyError.fetchSegmentsFailed("apiKey/apiHost not defined")) {
      try await unknown.fetchQualifiedSegments()
    }
    let early = try TestProject().client().createUserContext(userId: "ana")
    await #expect(throws: OptimizelyError.fetchSegmentsFailed("apiKey/apiHost not defined")) {
      try await early.fetchQualifiedSegments()
    }
  }

  @Test func `segments are cached until they expire, unless an option disables the cache`()
    async throws
  {
    let server = try LocalServer { _ in Self.response(Self.both) }
    let clock = ManualClock()
    let user = try user(server) { $0.clock = clock }
    try await user.fetchQualifiedSegments(options: [.ignoreCache])
    try await user.fetchQualifiedSegments()
    #expect(server.requests.count == 2)
    try await user.fetchQualifiedSegments()
    #expect(server.requests.count == 2)
    try await user.fetchQualifiedSegments(options: [.ignoreCache])
    #expect(server.requests.count == 3)
    try await user.fetchQualifiedSegments(options: [.resetCache])
    #expect(server.requests.count == 4)
    try await user.fetchQualifiedSegments(options: [.ignoreCache, .resetCache])
    try await user.fetchQualifiedSegments()
    #expect(server.requests.count == 6)
    clock.advance(by: .seconds(599))
    try await user.fetchQualifiedSegments()
    #expect(server.requests.count == 6)
    clock.advance(by: .seconds(1))
    try await user.fetchQualifiedSegments()
    #expect(server.requests.count == 7)
    #expect(user.qualifiedSegments == ["vip", "old"])
  }

  @Test func `a datafile with a different data platform clears the cached segments`() async throws {
    let server = try LocalServer { _ in Self.response(Self.both) }
    let user = try user(server)
    try await user.fetchQualifiedSegments()
    let text = Self.datafile(server.url(""), segments: #"["other"]"#).text
    try user.optimizely.start(datafile: text, doFetchDatafileBackground: false)
    try await user.fetchQualifiedSegments()
    #expect(server.requests.count == 2)
  }
}
