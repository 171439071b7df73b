internal import CCurl

extension Transfer {
  /// Sets the options of a libcurl handle from the request and its limits.
  ///
  /// - Throws: ``HTTPError/unavailable(_:)`` if libcurl does not accept an option: a request is never
  ///   sent without one of its restrictions.
  func configure(
    _ easy: UnsafeMutableRawPointer,
    _ configuration: HTTPClient.Configuration
  ) throws(HTTPError) {
    try require(ccurl_set_long(easy, CURLOPT_NOSIGNAL, 1), "NOSIGNAL")
    // Without `CURLOPT_QUICK_EXIT`, cancelling during name resolution blocks the thread until the
    // resolver returns. An error is ignored, because libcurl before 7.87 does not have the option.
    ccurl_set_long(easy, CURLOPT_QUICK_EXIT, 1)
    try require(ccurl_set_text(easy, CURLOPT_URL, request.url), "URL")
    try setSchemes(easy)
    try setTrust(easy, configuration)
    try setMethod(easy)
    try require(ccurl_set_text(easy, CURLOPT_USERAGENT, configuration.userAgent), "USERAGENT")
    try setHeaders(easy)
    // An error of `CURLOPT_ACCEPT_ENCODING` is ignored: a libcurl without zlib sends no
    // `Accept-Encoding` header and receives an uncompressed body.
    ccurl_set_text(easy, CURLOPT_ACCEPT_ENCODING, "gzip, deflate")
    let connectLimit = max(request.connectLimit.milliseconds, 1)
    try require(ccurl_set_long(easy, CURLOPT_CONNECTTIMEOUT_MS, connectLimit), "CONNECTTIMEOUT_MS")
    if request.isFresh {
      try require(ccurl_set_long(easy, CURLOPT_FRESH_CONNECT, 1), "FRESH_CONNECT")
      try require(ccurl_set_long(easy, CURLOPT_FORBID_REUSE, 1), "FORBID_REUSE")
      try require(ccurl_set_long(easy, CURLOPT_DNS_CACHE_TIMEOUT, 0), "DNS_CACHE_TIMEOUT")
    }
    try setReceivers(easy)
  }

  /// Throws if libcurl has rejected an option, so that no request is sent without its restrictions.
  func require(_ result: CURLcode, _ option: String) throws(HTTPError) {
    guard result != CURLE_OK else { return }
    let version = ccurl_version().map { String(cString: $0) } ?? ""
    let library = version.split(separator: " ").first ?? "libcurl"
    throw .unavailable("\(library) does not accept the option \(option), so no request is sent")
  }

  private func setSchemes(_ easy: UnsafeMutableRawPointer) throws(HTTPError) {
    let schemes = request.isHTTPSOnly ? "https" : "http,https"
    // The schemes as a bit mask for `CURLOPT_PROTOCOLS`, the fallback for libcurl before 7.85,
    // which does not have `CURLOPT_PROTOCOLS_STR`.
    let bits = Int(CURLPROTO_HTTPS) | (request.isHTTPSOnly ? 0 : Int(CURLPROTO_HTTP))
    if ccurl_set_text(easy, CURLOPT_PROTOCOLS_STR, schemes) != CURLE_OK {
      try require(ccurl_set_long(easy, CURLOPT_PROTOCOLS, bits), "PROTOCOLS")
    }
    if ccurl_set_text(easy, CURLOPT_REDIR_PROTOCOLS_STR, schemes) != CURLE_OK {
      try require(ccurl_set_long(easy, CURLOPT_REDIR_PROTOCOLS, bits), "REDIR_PROTOCOLS")
    }
    let follows = request.redirectLimit > 0 ? 1 : 0
    try require(ccurl_set_long(easy, CURLOPT_FOLLOWLOCATION, follows), "FOLLOWLOCATION")
    let limit = max(request.redirectLimit, 0)
    try require(ccurl_set_long(easy, CURLOPT_MAXREDIRS, limit), "MAXREDIRS")
  }

  private func setTrust(
    _ easy: UnsafeMutableRawPointer,
    _ configuration: HTTPClient.Configuration
  ) throws(HTTPError) {
    if let path = configuration.certificateAuthorities {
      try require(ccurl_set_text(easy, CURLOPT_CAINFO, path), "CAINFO")
    }
    if let path = configuration.clientCertificate {
      try require(ccurl_set_text(easy, CURLOPT_SSLCERT, path), "SSLCERT")
    }
    if let path = configuration.clientKey {
      try require(ccurl_set_text(easy, CURLOPT_SSLKEY, path), "SSLKEY")
    }
    switch configuration.proxy {
    case .environment: break
    case .none: try require(ccurl_set_text(easy, CURLOPT_PROXY, ""), "PROXY")
    case .address(let proxy): try require(ccurl_set_text(easy, CURLOPT_PROXY, proxy), "PROXY")
    }
    let suppresses = ccurl_set_long(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    try require(suppresses, "SUPPRESS_CONNECT_HEADERS")
  }

  private func setMethod(_ easy: UnsafeMutableRawPointer) throws(HTTPError) {
    switch (request.method, request.body) {
    case ("HEAD", _):
      try require(ccurl_set_long(easy, CURLOPT_NOBODY, 1), "NOBODY")
    case ("GET", nil):
      break
    case (let method, let body):
      if method != "POST" {
        try require(ccurl_set_text(easy, CURLOPT_CUSTOMREQUEST, method), "CUSTOMREQUEST")
      }
      guard method == "POST" || body != nil else { return }
      try setBody(body ?? [], easy)
    }
  }

  private func setBody(_ body: [UInt8], _ easy: UnsafeMutableRawPointer) throws(HTTPError) {
    let size = ccurl_set_size(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count))
    try require(size, "POSTFIELDSIZE_LARGE")
    let copied = body.withUnsafeBytes { bytes in
      // `CURLOPT_COPYPOSTFIELDS` needs a non-null pointer even for an empty body: with a null
      // pointer, libcurl would read standard input.
      withUnsafePointer(to: 0) { empty in
        let start = bytes.baseAddress ?? UnsafeRawPointer(empty)
        return ccurl_set_pointer(
          easy,
          CURLOPT_COPYPOSTFIELDS,
          UnsafeMutableRawPointer(mutating: start)
        )
      }
    }
    try require(copied, "COPYPOSTFIELDS")
  }

  private func setReceivers(_ easy: UnsafeMutableRawPointer) throws(HTTPError) {
    let context = Unmanaged.passUnretained(self).toOpaque()
    if request.method != "HEAD", sink.isWholeBody {
      let limit = ccurl_set_size(
        easy,
        CURLOPT_MAXFILESIZE_LARGE,
        curl_off_t(request.maximumBodySize)
      )
      try require(limit, "MAXFILESIZE_LARGE")
    }
    // An error of `CURLOPT_SSL_CTX_FUNCTION` is ignored: without this callback at the start of TLS,
    // a timeout in the handshake is reported in the phase "connecting", not "negotiating TLS".
    ccurl_set_securer(
      easy,
      { _, _, context in
        guard let context else { return CURLE_OK }
        Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue().hasBegunTLS = true
        return CURLE_OK
      },
      context
    )
    try require(ccurl_set_pointer(easy, CURLOPT_HEADERDATA, context), "HEADERDATA")
    let header = ccurl_set_receiver(easy, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
      Transfer.receive(bytes, size * count, context) { $0.receiveHeader($1) }
    }
    try require(header, "HEADERFUNCTION")
    try require(ccurl_set_pointer(easy, CURLOPT_WRITEDATA, context), "WRITEDATA")
    let body = ccurl_set_receiver(easy, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
      Transfer.receive(bytes, size * count, context) { $0.receiveBody($1) }
    }
    try require(body, "WRITEFUNCTION")
  }

  private static func receive(
    _ bytes: UnsafeMutablePointer<CChar>?,
    _ count: Int,
    _ context: UnsafeMutableRawPointer?,
    _ body: (Transfer, UnsafeRawBufferPointer) -> Int
  ) -> Int {
    guard let context else { return 0 }
    let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
    return body(transfer, UnsafeRawBufferPointer(start: bytes, count: count))
  }
}

extension Duration {
  /// The duration in whole milliseconds, clamped to the range of the options of libcurl.
  fileprivate var milliseconds: Int {
    let (seconds, attoseconds) = components
    return Int(min(max(seconds, 0), 1_000_000)) * 1_000 + Int(attoseconds / 1_000_000_000_000_000)
  }
}
