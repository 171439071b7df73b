import FoundationEssentials
import LetterCase
import Networking

/// The body of a request for experiments.
struct ExperimentsRequestBody: Encodable {
  let experimentKeys: [String]
  /// The id of the guest, even while a user is logged in, so that a login does not change variants.
  let stableId: String
  /// The id of the user; `nil`, and omitted from the JSON, for a guest.
  let userId: String?
  let attributes: [String: String]

  init(keys: some Sequence<String>, identity: AscendIdentity, attributes: [String: String]) {
    experimentKeys = keys.sorted()
    stableId = identity.guestId
    userId = identity.userId.isEmpty ? nil : identity.userId
    self.attributes = attributes
  }

  /// The body as JSON with keys in snake case.
  var json: [UInt8] {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .letterCaseStrategy(for: .snake)
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Encoding cannot fail: all properties are strings or lists of strings.
    return (try? encoder.encode(self)).map([UInt8].init) ?? []
  }
}

extension ExperimentsRequestBody {
  /// The request with this body.
  ///
  /// Configured headers take precedence over the key and the ids, as in the original; the content
  /// type is always `application/json`. Headers with an empty value are omitted.
  ///
  /// - Parameters:
  ///   - settings: The URL, the headers and the timeout.
  ///   - identity: The user, for the headers with ids.
  ///   - lastModified: The version of the data that the app has, for a conditional request; `nil`
  ///     requests all data.
  /// - Returns: The request.
  func request(
    _ settings: RequestSettings,
    identity: AscendIdentity,
    lastModified: Int64?
  ) -> HTTPRequest {
    let ids = ["user-id": identity.userId, "guest-id": identity.guestId]
      .filter { !$0.value.isEmpty }
    var headers = settings.defaultHeaders.merging(ids).merging(settings.headers)
    headers = HTTPHeaders(headers.fields.filter { !$0.value.isEmpty })
    if let lastModified { headers["Last-Modified"] = String(lastModified) }
    headers["content-type"] = "application/json"
    var request = HTTPRequest(url: settings.url, method: "POST", headers: headers, body: json)
    request.deadline = settings.timeout
    request.idleLimit = settings.timeout
    return request
  }
}
