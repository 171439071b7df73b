import FoundationEssentials
import LetterCase
package import Networking

/// The JSON body of a request for experiments.
package struct ExperimentsRequestBody: Encodable {
  package let experimentKeys: [String]
  /// The id of the guest, even while a user is logged in, so that a login does not change the
  /// variants.
  package let stableId: String
  /// The id of the logged-in user; for a guest `nil`, which is omitted from the JSON.
  package let userId: String?
  package let attributes: [String: String]

  package init(keys: some Sequence<String>, identity: AscendIdentity, attributes: [String: String])
  {
    experimentKeys = keys.sorted()
    stableId = identity.guestId
    userId = identity.userId.isEmpty ? nil : identity.userId
    self.attributes = attributes
  }

  /// The body as JSON with keys in snake case.
  package var json: [UInt8] {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .letterCaseStrategy(for: .snake)
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Drop the error: encoding cannot fail, since all properties are strings or lists of strings.
    return (try? encoder.encode(self)).map([UInt8].init) ?? []
  }
}

extension ExperimentsRequestBody {
  /// Returns the HTTP request with this body.
  ///
  /// Configured headers have precedence over the API key and the ids, as in the original SDK; the
  /// content type is always `application/json`. Headers with an empty value are omitted.
  ///
  /// - Parameters:
  ///   - settings: The URL, the headers and the timeout.
  ///   - identity: The user, whose ids are sent as headers.
  ///   - lastModified: The version of the stored data, for a conditional request; `nil` requests
  ///     all data.
  /// - Returns: The `POST` request, which can be sent repeatedly.
  package func request(
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
