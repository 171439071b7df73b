import FoundationEssentials
import LetterCase
import Networking

/// What the server is asked.
struct ExperimentsRequestBody: Encodable {
  let experimentKeys: [String]
  /// The guest, also while a user is logged in, so that logging in changes no variant.
  let stableId: String
  /// The user; `nil`, and left out, for a guest.
  let userId: String?
  let attributes: [String: String]

  init(keys: some Sequence<String>, identity: AscendIdentity, attributes: [String: String]) {
    experimentKeys = keys.sorted()
    stableId = identity.guestId
    userId = identity.userId.isEmpty ? nil : identity.userId
    self.attributes = attributes
  }

  /// The question as JSON with keys in snake case.
  var body: [UInt8] {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .letterCaseStrategy(for: .snake)
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Encoding cannot fail: all properties are strings or lists of strings.
    return (try? encoder.encode(self)).map([UInt8].init) ?? []
  }
}

extension ExperimentsRequestBody {
  /// The request that asks the question.
  ///
  /// Headers that the configuration names win over the key and the ids, as in the original; the
  /// content type is always that of JSON. Empty values are left out.
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
    var request = HTTPRequest(url: settings.url, method: "POST", headers: headers, body: body)
    request.deadline = settings.timeout
    request.idleLimit = settings.timeout
    return request
  }
}
