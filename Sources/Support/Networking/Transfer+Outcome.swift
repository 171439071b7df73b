internal import CCurl
internal import Glibc

/// The facts about the response of a completed transfer, without its body: head, URL, timings and size.
struct HTTPFacts: Sendable {
  let head: ResponseHead
  let url: String
  let timings: HTTPTimings
  let bytesReceived: Int
}

extension Transfer {
  /// The current phase, for the error of a timeout.
  var phase: HTTPPhase {
    guard let easy else { return .waiting }
    func has(_ info: CURLINFO) -> Bool { ccurl_get_size(easy, info) > 0 }
    if head.hasBegun { return .body }
    if has(CURLINFO_PRETRANSFER_TIME_T) { return .firstByte }
    if hasBegunTLS { return .tls }
    return has(CURLINFO_NAMELOOKUP_TIME_T) ? .connect : .nameLookup
  }

  /// Converts the result code of libcurl to the outcome of the transfer.
  func outcome(of code: CURLcode) -> Result<HTTPFacts, HTTPError> {
    guard let easy else { return .failure(.cancelled) }
    if let rejection { return .failure(rejection) }
    let url = ccurl_get_text(easy, CURLINFO_EFFECTIVE_URL).map { String(cString: $0) }
    let proxy = proxy(easy)
    guard code == CURLE_OK else {
      return .failure(error(code, at: current(easy), proxy, easy).through(proxy))
    }
    // libcurl reports a connection that is lost during the headers as a response without a body.
    guard !head.isOpen else { return .failure(interrupted(easy).through(proxy)) }
    if let proxy, head.status == Self.proxyAuthentication {
      return .failure(.proxyStatus(proxy, head.status))
    }
    return .success(
      HTTPFacts(
        head: head,
        url: url ?? request.url,
        timings: timings(easy),
        bytesReceived: Int(ccurl_get_size(easy, CURLINFO_SIZE_DOWNLOAD_T))
      )
    )
  }

  /// The error of a timeout that has expired.
  func timeout(_ limit: HTTPLimit) -> HTTPError {
    HTTPError.timedOut(phase, limit).through(easy.flatMap(proxy))
  }

  /// The status with which a proxy requires a user name and a password.
  private static let proxyAuthentication = 407

  /// The URL that is requested now, after the redirects.
  private func current(_ easy: UnsafeMutableRawPointer) -> HTTPAddress {
    let url = ccurl_get_text(easy, CURLINFO_EFFECTIVE_URL).map { String(cString: $0) }
    // Drops the parse error: without a valid current URL, an error names the host of the request.
    return url.flatMap { try? HTTPAddress($0) } ?? address
  }

  /// The proxy of the URL that is requested now; `nil` for a direct connection.
  private func proxy(_ easy: UnsafeMutableRawPointer) -> HTTPProxy? {
    switch proxySetting {
    case .none: nil
    case .address(let url): HTTPProxy(url, variable: nil)
    case .environment: HTTPProxy(of: current(easy))
    }
  }

  private func timings(_ easy: UnsafeMutableRawPointer) -> HTTPTimings {
    func moment(_ info: CURLINFO) -> Duration { .microseconds(ccurl_get_size(easy, info)) }
    let named = moment(CURLINFO_NAMELOOKUP_TIME_T)
    let connected = moment(CURLINFO_CONNECT_TIME_T)
    let secured = max(moment(CURLINFO_APPCONNECT_TIME_T), connected)
    var timings = HTTPTimings()
    timings.nameLookup = named
    timings.connect = max(connected - named, .zero)
    timings.tls = secured - connected
    timings.firstByte = max(
      moment(CURLINFO_STARTTRANSFER_TIME_T) - max(moment(CURLINFO_PRETRANSFER_TIME_T), secured),
      .zero
    )
    timings.redirects = moment(CURLINFO_REDIRECT_TIME_T)
    timings.total = moment(CURLINFO_TOTAL_TIME_T)
    return timings
  }

  private func error(
    _ code: CURLcode,
    at address: HTTPAddress,
    _ proxy: HTTPProxy?,
    _ easy: UnsafeMutableRawPointer
  ) -> HTTPError {
    let tunnel = ccurl_get_long(easy, CURLINFO_HTTP_CONNECTCODE)
    if let proxy, tunnel >= 300, !head.hasBegun { return .proxyStatus(proxy, Int(tunnel)) }
    let message = ccurl_easy_strerror(code).map { String(cString: $0) } ?? ""
    return connectionError(code, at: address, proxy, easy)
      ?? securityError(code, at: address, message, easy)
      ?? responseError(code, message, easy)
      ?? .failed(code: Int(code.rawValue), message)
  }

  /// Returns the error of a connection that cannot be opened; `nil` for other result codes.
  private func connectionError(
    _ code: CURLcode,
    at address: HTTPAddress,
    _ proxy: HTTPProxy?,
    _ easy: UnsafeMutableRawPointer
  ) -> HTTPError? {
    switch code {
    case CURLE_URL_MALFORMAT:
      return .badURL(address.host)
    case CURLE_UNSUPPORTED_PROTOCOL:
      return isAllowed(address.scheme)
        ? .badResponse("the first line is not HTTP/1.0 or later")
        : .schemeNotAllowed(address.scheme, host: address.host)
    case CURLE_COULDNT_RESOLVE_HOST:
      return .nameNotFound(host: address.host)
    case CURLE_COULDNT_RESOLVE_PROXY:
      return .nameNotFound(host: proxy?.host ?? address.host)
    case CURLE_COULDNT_CONNECT:
      let (host, port) = proxy.map { ($0.host, $0.port) } ?? (address.host, address.port ?? 0)
      return ccurl_get_long(easy, CURLINFO_OS_ERRNO) == ECONNREFUSED
        ? .refused(host: host, port: port) : .unreachable(host: host)
    case CURLE_OPERATION_TIMEDOUT:
      return .timedOut(phase, .connect)
    default:
      return nil
    }
  }

  /// Returns the error of a connection that is not trusted; `nil` for other result codes.
  private func securityError(
    _ code: CURLcode,
    at address: HTTPAddress,
    _ message: String,
    _ easy: UnsafeMutableRawPointer
  ) -> HTTPError? {
    switch code {
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CERTPROBLEM,
      CURLE_SSL_CIPHER, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS:
      .tls(host: address.host, tlsFailure(code, message, easy))
    case CURLE_SSL_CACERT_BADFILE:
      .badAuthorities(path: authorities)
    default:
      nil
    }
  }

  /// Returns the error of a malformed or incomplete response; `nil` for other result codes.
  private func responseError(
    _ code: CURLcode,
    _ message: String,
    _ easy: UnsafeMutableRawPointer
  ) -> HTTPError? {
    switch code {
    case CURLE_TOO_MANY_REDIRECTS:
      .redirects(limit: request.redirectLimit)
    case CURLE_FILESIZE_EXCEEDED:
      .tooLarge(limit: request.maximumBodySize)
    case CURLE_PARTIAL_FILE, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_GOT_NOTHING,
      CURLE_HTTP2_STREAM, CURLE_HTTP2:
      interrupted(easy)
    case CURLE_BAD_CONTENT_ENCODING:
      .badEncoding
    case CURLE_WEIRD_SERVER_REPLY:
      .badResponse(message)
    case CURLE_OUT_OF_MEMORY:
      .unavailable(message)
    default:
      nil
    }
  }

  private func isAllowed(_ scheme: String) -> Bool {
    scheme == "https" || (scheme == "http" && !request.isHTTPSOnly)
  }

  private func interrupted(_ easy: UnsafeMutableRawPointer) -> HTTPError {
    let announced = ccurl_get_size(easy, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T)
    return .interrupted(
      got: Int(ccurl_get_size(easy, CURLINFO_SIZE_DOWNLOAD_T)),
      of: head.hasBegun && announced >= 0 ? Int(announced) : nil
    )
  }

  /// Converts the result of the certificate verification, which is a code `X509_V_ERR_…` of
  /// OpenSSL.
  private func tlsFailure(
    _ code: CURLcode,
    _ message: String,
    _ easy: UnsafeMutableRawPointer
  ) -> TLSFailure {
    switch ccurl_get_long(easy, CURLINFO_SSL_VERIFYRESULT) {
    case 0, 1: code == CURLE_PEER_FAILED_VERIFICATION ? .wrongHost : .handshake(message)
    case 9: .notYetValid
    case 10: .expired
    case 23: .revoked
    case 2, 18, 19, 20, 21, 27: .untrusted
    case 62, 64: .wrongHost
    case let number: .handshake("\(message), verification ended with \(number)")
    }
  }
}

extension HTTPError {
  /// The same error, with the proxy of the request if a proxy can be its cause.
  fileprivate func through(_ proxy: HTTPProxy?) -> HTTPError {
    guard let proxy, concernsProxy else { return self }
    return .proxy(proxy, self)
  }
}
