import Networking

/// How requests to servers are sent: the trusted certificate authorities, the client certificate and the
/// proxy.
struct ConnectionOptions: Sendable {
  /// The file with the trusted certificate authorities, and the option or the variable that names it; `nil`
  /// for the authorities of the system.
  var authorities: (path: String, origin: String)?
  var clientCertificate: String?
  var clientKey: String?
  /// The URL of the proxy; empty for none, and `nil` for that of the environment variables, such as
  /// `https_proxy`.
  var proxy: String?

  /// The variables that name a file with certificate authorities, in the order of their precedence, which is
  /// that of curl.
  static let authorityVariables = ["CURL_CA_BUNDLE", "SSL_CERT_FILE"]

  /// Applies the options to the settings of a client.
  func apply(to configuration: inout HTTPClient.Configuration) {
    configuration.certificateAuthorities = authorities?.path
    configuration.clientCertificate = clientCertificate
    configuration.clientKey = clientKey
    if let proxy { configuration.proxy = proxy.isEmpty ? .none : .address(proxy) }
  }

  /// The authorities and the proxy as text for `doctor`.
  var text: String {
    var parts = [
      authorities.map { "certificate authorities of \($0.path) (\($0.origin))" }
        ?? "certificate authorities of the system"
    ]
    if let clientCertificate { parts.append("client certificate \(clientCertificate)") }
    switch proxy {
    case nil: parts.append("proxy of the environment, if any")
    case ""?: parts.append("no proxy (--proxy)")
    case let url?: parts.append("proxy \(URLRedaction.redacted(url)) (--proxy)")
    }
    return parts.joined(separator: ", ")
  }
}
