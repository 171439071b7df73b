import FoundationEssentials
import Glibc
import LetterCase
package import Networking

/// The JSON body of a request for experiments.
package struct ExperimentsRequestBody: Encodable {
  package let experimentKeys: [String]
  /// The id of the guest, even while a user is logged in, so that a login does not change the
  /// variants.
  package let stableId: String
  /// The id of the logged-in user; `nil` for a guest, in which case the JSON has no such member.
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
    // Drops the error: encoding cannot fail, since all properties are strings or lists of strings.
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

/// The settings of a request for experiments.
package struct RequestSettings: Hashable, Sendable {
  package let url: String
  /// The headers with the lowest precedence: the header with the API key and the headers of the app.
  package let defaultHeaders: HTTPHeaders
  /// The headers of the plugin, with precedence over all others except the content type.
  package let headers: HTTPHeaders
  /// The timeout of each attempt; `nil` for no limit.
  package let timeout: Duration?

  package init(
    url: String,
    defaultHeaders: HTTPHeaders,
    headers: HTTPHeaders,
    timeout: Duration?
  ) {
    self.url = url
    self.defaultHeaders = defaultHeaders
    self.headers = headers
    self.timeout = timeout
  }
}

extension HTTPHeaders {
  /// Returns the headers merged with `others`, whose headers replace headers of the same name.
  ///
  /// Added headers are sorted by name.
  package func merging(_ others: [String: String]) -> HTTPHeaders {
    merging(
      HTTPHeaders(others.sorted { $0.key < $1.key }.map { Field(name: $0.key, value: $0.value) })
    )
  }

  /// Returns the headers merged with `others`, whose headers replace headers of the same name.
  package func merging(_ others: HTTPHeaders) -> HTTPHeaders {
    var headers = self
    for field in others.fields { headers[field.name] = field.value }
    return headers
  }
}

/// Describes the machine; requests send the description as attributes, unless the app configures
/// its own.
///
/// It does not include the version of the app, because an executable has none; an app that needs
/// its version for targeting configures attributes.
package struct HostInfo: Hashable, Sendable {
  /// The name of the kernel: `Linux`.
  package let system: String
  /// The release of the kernel, such as `6.1.0`.
  package let release: String
  /// The architecture of the machine, such as `x86_64`.
  package let machine: String
  /// The host name of the machine, which is never sent.
  package let host: String

  /// The description of the current machine; `nil` if the system call fails.
  package static var current: HostInfo? {
    var name = utsname()
    guard uname(&name) == 0 else { return nil }
    return HostInfo(
      system: text(&name.sysname),
      release: text(&name.release),
      machine: text(&name.machine),
      host: text(&name.nodename)
    )
  }

  /// The attributes that a request sends if the app configures no attributes.
  package static var attributes: [String: String] {
    guard let current else { return ["platform": "linux"] }
    return [
      "platform": current.system.lowercased(),
      "system_version": current.release,
      "device_model": current.machine,
    ]
  }

  private static func text<Field>(_ field: inout Field) -> String {
    withUnsafeBytes(of: &field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
