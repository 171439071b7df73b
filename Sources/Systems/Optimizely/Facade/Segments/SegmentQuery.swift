import Documents
import FeatureFlags
import Networking

/// A query for the segments of a user, which is sent to the data platform.
struct SegmentQuery: Hashable, Sendable {
  let host: String
  let key: String
  let userID: String
  let segments: [String]

  /// Returns the data platform's name for the kind of a user id: `vuid` for a visitor id, otherwise
  /// `fs_user_id`.
  static func kind(of userID: String) -> String {
    userID.lowercased().hasPrefix("vuid_") ? "vuid" : "fs_user_id"
  }

  /// The key under which the result of the query is cached.
  var cacheKey: String { Self.kind(of: userID) + "-$-" + userID }

  /// Returns the HTTP request of the query; a deadline of 0 means the default of the HTTP client.
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

  /// Parses the response to a query, and returns the segments that contain the user.
  ///
  /// - Throws: `invalidSegmentIdentifier` for an unknown user, otherwise `fetchSegmentsFailed`.
  static func segments(
    in result: Result<HTTPResponse, HTTPError>
  ) throws(OptimizelyError) -> [String] {
    guard case .success(let response) = result else {
      throw .fetchSegmentsFailed("network error")
    }
    guard response.status < 400 else { throw .fetchSegmentsFailed("\(response.status)") }
    // Drops the parse error: the SDK reports "decode error" for every malformed response.
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
