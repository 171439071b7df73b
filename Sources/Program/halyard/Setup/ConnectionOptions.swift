import Files
import Networking

/// How requests to servers are sent: the trusted certificate authorities, the client certificate and the
/// proxy.
struct ConnectionOptions: Sendable {
  /// The file with the trusted certificate authorities, and the option or the variable that names it; `nil`
  /// for the authorities of the system.
  private(set) var authorities: (path: String, origin: String)?
  private(set) var clientCertificate: String?
  private(set) var clientKey: String?
  /// The URL of the proxy; empty for none, and `nil` for that of the environment variables, such as
  /// `https_proxy`.
  private(set) var proxy: String?

  /// The variables that name a file with certificate authorities, in the order of their precedence, which is
  /// that of curl.
  static let authorityVariables = ["CURL_CA_BUNDLE", "SSL_CERT_FILE"]

  init() {}

  /// Parses the options, and the environment variables for the authorities.
  ///
  /// - Throws: `usage` for a file that cannot be read, and for a key without a certificate.
  init(_ arguments: Arguments) throws(Failure) {
    let files = [Option.caFile, .clientCertificate, .clientKey]
    for option in files {
      guard let path = arguments.value(option), let error = Self.error(reading: path) else {
        continue
      }
      throw arguments.usage("\(option.flag): \(path): cannot be read: \(error.reason)")
    }
    if let path = arguments.value(.caFile) {
      authorities = (path, Option.caFile.flag)
    } else {
      let variable = Self.authorityVariables.first {
        arguments.environment[$0].map { !$0.isEmpty } ?? false
      }
      authorities = variable.map { (arguments.environment[$0] ?? "", $0) }
    }
    clientCertificate = arguments.value(.clientCertificate)
    clientKey = arguments.value(.clientKey)
    if clientKey != nil, clientCertificate == nil {
      throw arguments.usage("--client-key expects --client-certificate too")
    }
    proxy = arguments.value(.proxy)
    if let proxy, proxy.contains(where: \.isWhitespace) {
      throw arguments.usage(
        "--proxy: found \"\(URLRedaction.redacted(proxy))\", expected a URL such as "
          + "http://proxy.example.test:3128"
      )
    }
  }

  private static func error(reading path: String) -> SystemError? {
    do throws(SystemError) { _ = try FileSystem.read(path, limit: 1 << 20) } catch { return error }
    return nil
  }

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
