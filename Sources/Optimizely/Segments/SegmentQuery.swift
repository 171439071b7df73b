import FeatureFlags
import Networking

/// The question to the data platform which segments a user is in.
struct SegmentQuery: Hashable, Sendable {
  let host: String
  let key: String
  let userID: String
  let segments: [String]

  /// What kind of identifier the user has, in the platform's words.
  static func kind(of userID: String) -> String {
    userID.lowercased().hasPrefix("vuid_") ? "vuid" : "fs_user_id"
  }

  /// By what the answer is remembered.
  var cacheKey: String { Self.kind(of: userID) + "-$-" + userID }

  /// The question as a request.
  func request(deadline: Duration) -> HTTPRequest {
    let query = """
      query($userId: String, $audiences: [String]) \
      {customer(\(Self.kind(of: userID)): $userId) \
      {audiences(subset: $audiences) {edges {node {name state}}}}}
      """
    let body = JSONValue.object([
      ("query", .string(query)),
      (
        "variables",
        .object([
          ("userId", .string(userID)), ("audiences", .list(segments.map(JSONValue.string))),
        ])
      ),
    ])
    var request = HTTPRequest(
      url: host + "/v3/graphql",
      method: "POST",
      headers: ["Content-Type": "application/json", "x-api-key": key],
      body: Array(body.text().utf8)
    )
    if deadline > .zero { request.deadline = deadline }
    return request
  }

  /// Reads the segments out of an answer.
  ///
  /// - Throws: What the platform, or the answer, says is wrong.
  static func segments(
    in answer: Result<HTTPResponse, HTTPError>
  ) throws(OptimizelyError) -> [String] {
    guard case .success(let response) = answer else {
      throw .fetchSegmentsFailed("network error")
    }
    guard response.status < 400 else { throw .fetchSegmentsFailed("\(response.status)") }
    // Whatever the answer is that is no JSON, the documents have one word for it.
    guard let document = try? JSONReader.read(response.body), document.members != nil else {
      throw .fetchSegmentsFailed("decode error")
    }
    if let extensions = document["errors"]?.list?.first?["extensions"],
      let classification = extensions["classification"]?.string
    {
      guard extensions["code"]?.string != "INVALID_IDENTIFIER_EXCEPTION" else {
        throw .invalidSegmentIdentifier
      }
      throw .fetchSegmentsFailed(classification)
    }
    guard let edges = document["data"]?["customer"]?["audiences"]?["edges"]?.list else {
      throw .fetchSegmentsFailed("decode error")
    }
    return edges.compactMap { edge in
      guard let node = edge["node"], node["state"]?.string == "qualified" else { return nil }
      return node["name"]?.string
    }
  }
}
