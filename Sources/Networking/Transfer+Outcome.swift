internal import CCurl
internal import Glibc

/// What libcurl knows at the end of a transfer.
struct HTTPFacts: Sendable {
  let head: AnswerHead
  let url: String
  let timings: HTTPTimings
  let bytesReceived: Int
}

extension Transfer {
  /// How far it has come.
  var phase: HTTPPhase {
    guard let easy else { return .waiting }
    func has(_ info: CURLINFO) -> Bool { ccurl_get_size(easy, info) > 0 }
    if head.hasBegun { return .body }
    if has(CURLINFO_PRETRANSFER_TIME_T) { return .firstByte }
    if hasBegunTLS { return .tls }
    return has(CURLINFO_NAMELOOKUP_TIME_T) ? .connect : .nameLookup
  }

  /// What libcurl's result means.
  func outcome(of code: CURLcode) -> Result<HTTPFacts, HTTPError> {
    guard let easy else { return .failure(.cancelled) }
    if let refusal { return .failure(refusal) }
    let url = ccurl_get_text(easy, CURLINFO_EFFECTIVE_URL).map { String(cString: $0) }
    guard code == CURLE_OK else {
      // The address in use came from libcurl; when even that fails, the one asked for names it.
      let place = url.flatMap { try? HTTPAddress($0) } ?? address
      return .failure(error(code, at: place, easy))
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
    at place: HTTPAddress,
    _ easy: UnsafeMutableRawPointer
  ) -> HTTPError {
    let words = ccurl_easy_strerror(code).map { String(cString: $0) } ?? ""
    return connectionError(code, at: place, easy)
      ?? securityError(code, at: place, words, easy)
      ?? answerError(code, words, easy)
      ?? .failed(code: Int(code.rawValue), words)
  }

  /// What keeps a connection from being made.
  private func connectionError(
    _ code: CURLcode,
    at place: HTTPAddress,
    _ easy: UnsafeMutableRawPointer
  ) -> HTTPError? {
    switch code {
    case CURLE_URL_MALFORMAT:
      return .badURL(place.host)
    case CURLE_UNSUPPORTED_PROTOCOL:
      return isAllowed(place.scheme)
        ? .badAnswer("the first line is not HTTP/1.0 or later")
        : .schemeNotAllowed(place.scheme, host: place.host)
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY:
      return .nameNotFound(host: place.host)
    case CURLE_COULDNT_CONNECT:
      return ccurl_get_long(easy, CURLINFO_OS_ERRNO) == ECONNREFUSED
        ? .refused(host: place.host, port: place.port ?? 0) : .unreachable(host: place.host)
    case CURLE_OPERATION_TIMEDOUT:
      return .timedOut(phase, .connect)
    default:
      return nil
    }
  }

  /// What keeps a connection from being trusted.
  private func securityError(
    _ code: CURLcode,
    at place: HTTPAddress,
    _ words: String,
    _ easy: UnsafeMutableRawPointer
  ) -> HTTPError? {
    switch code {
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CERTPROBLEM,
      CURLE_SSL_CIPHER, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS:
      .tls(host: place.host, tlsFailure(code, words, easy))
    case CURLE_SSL_CACERT_BADFILE:
      .unavailable("the certificates to trust cannot be read")
    default:
      nil
    }
  }

  /// What is wrong with an answer.
  private func answerError(
    _ code: CURLcode,
    _ words: String,
    _ easy: UnsafeMutableRawPointer
  ) -> HTTPError? {
    switch code {
    case CURLE_TOO_MANY_REDIRECTS:
      .redirects(limit: request.redirectLimit)
    case CURLE_FILESIZE_EXCEEDED:
      .tooLarge(limit: request.maximumBodySize)
    case CURLE_PARTIAL_FILE, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_GOT_NOTHING,
      CURLE_HTTP2_STREAM:
      interrupted(easy)
    case CURLE_BAD_CONTENT_ENCODING:
      .badEncoding
    case CURLE_WEIRD_SERVER_REPLY, CURLE_HTTP2:
      .badAnswer(words)
    case CURLE_OUT_OF_MEMORY:
      .unavailable(words)
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

  /// The numbers are those of X.509 verification, as OpenSSL counts them.
  private func tlsFailure(
    _ code: CURLcode,
    _ words: String,
    _ easy: UnsafeMutableRawPointer
  ) -> TLSFailure {
    switch ccurl_get_long(easy, CURLINFO_SSL_VERIFYRESULT) {
    case 0, 1: code == CURLE_PEER_FAILED_VERIFICATION ? .wrongHost : .handshake(words)
    case 9: .notYetValid
    case 10: .expired
    case 23: .revoked
    case 2, 18, 19, 20, 21, 27: .untrusted
    case 62, 64: .wrongHost
    case let number: .handshake("\(words), verification ended with \(number)")
    }
  }
}
