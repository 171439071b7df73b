import Dashboard
import FeatureFlags
import Networking
import Text

/// The remedy for a source that cannot be loaded.
struct SourceRemedy: Sendable {
  /// An instruction without a full stop.
  let text: String

  /// Selects the instruction for an error.
  ///
  /// - Parameters:
  ///   - error: The error of the source.
  ///   - timeout: The timeout of its requests.
  init(_ error: SourceError, timeout: Duration) {
    text =
      switch error {
      case .missing, .folder: "correct the path, or name another source with --source"
      case .unreadable(let name, _): "check its permissions: ls -l \(CommandText.quoted(name))"
      case .unsupported, .unusable(_, .badURL): "correct the name; see 'halyard help sources'"
      case .unusable(_, let error), .unreachable(_, let error): Self.text(for: error, timeout)
      case .denied: Self.tokenText
      case .status(_, let facts): Self.text(forStatus: facts.status)
      case .refused: "contact the operator of the server, or try again later"
      case .pending, .cancelled: "try again"
      case .invalid(_, .document(.noLibrary(let package)), _): "sudo apt install \(package)"
      case .invalid(_, .document(.webPage), _):
        "open the URL in a browser: it may be the page of a login or of a captive portal"
      case .invalid: "correct the document, or select its format with --format"
      }
  }

  private static let tokenText =
    "pass the token: --header-file FILE, with a header that the server expects, such as Authorization: TOKEN"

  private static func text(forStatus status: Int) -> String {
    switch status {
    case 401, 403: tokenText
    case 404, 410: "correct the path of the URL"
    case 429: "wait, and poll less often with --poll"
    default: "contact the operator of the server, or try again later"
    }
  }

  private static func text(for error: HTTPError, _ timeout: Duration) -> String {
    switch error {
    case .badURL, .badMethod: "correct the URL; see 'halyard help sources'"
    case .badHeader: "correct the header of --header, --header-file or HALYARD_HEADERS"
    case .schemeNotAllowed: "use a URL that begins with https"
    case .nameNotFound(let host):
      "correct the host name, or check the name server: getent hosts \(CommandText.quoted(host))"
    case .refused(let host, let port):
      "start the server, or correct the port: no program listens at \(host):\(port)"
    case .unreachable(let host):
      "check the network, the VPN and whether a proxy is needed (https_proxy): ip route get "
        + CommandText.quoted(host)
    case .proxy(let proxy, .timedOut):
      "\(text(for: proxy)), or wait longer than \(timeout.text) with --timeout"
    case .proxy(let proxy, _): text(for: proxy)
    case .proxyStatus(let proxy, 407):
      "write the user and the password of the proxy into its URL, http://USER:PASSWORD@\(proxy.host):"
        + "\(proxy.port)" + (proxy.variable.map { ", in the variable \($0)" } ?? "")
    case .proxyStatus(let proxy, _): text(for: proxy)
    case .tls(let host, let failure): text(for: failure, host)
    case .timedOut:
      "check the server and whether a proxy is needed (https_proxy), or wait longer than \(timeout.text) "
        + "with --timeout"
    case .redirects: "use the URL to which the server redirects"
    case .tooLarge, .compressedTooMuch: "use a smaller document; see docs/reference/limits.md"
    case .interrupted, .badEncoding, .badResponse:
      "check that the URL is that of an HTTP server, and whether a proxy changes its responses"
    case .cancelled: "try again"
    case .badAuthorities(.some):
      "name a PEM file with certificates in --ca-file, CURL_CA_BUNDLE or SSL_CERT_FILE, or remove the "
        + "option or the variable"
    case .badAuthorities(nil): "sudo apt install ca-certificates"
    case .unavailable: "sudo apt install libcurl4"
    case .failed: "try the URL with curl -v"
    }
  }

  private static func text(for proxy: HTTPProxy) -> String {
    let address = "\(proxy.host):\(proxy.port)"
    guard let variable = proxy.variable else { return "check the proxy \(address)" }
    return
      "start the proxy at \(address), correct or unset \(variable), or add the host of the source to "
      + "no_proxy"
  }

  private static func text(for failure: TLSFailure, _ host: String) -> String {
    switch failure {
    case .untrusted:
      "if you trust its issuer, pass the issuer's certificate by --ca-file FILE, or copy it as a .crt "
        + "file to /usr/local/share/ca-certificates, and run: sudo update-ca-certificates"
    case .wrongHost: "use the host name for which the certificate was issued"
    case .expired: "renew the certificate of \(host), or correct the clock of this machine: date"
    case .notYetValid: "correct the clock of this machine: date"
    case .revoked: "replace the certificate of \(host)"
    case .handshake: "see what the server offers: try the URL with curl -v"
    }
  }
}
