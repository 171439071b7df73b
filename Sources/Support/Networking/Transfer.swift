internal import CCurl
internal import Synchronization

/// A request in progress, with its libcurl handle.
///
/// Unchecked: apart from the atomic cancellation flag, only the event loop thread accesses the
/// state after the transfer is submitted.
final class Transfer: @unchecked Sendable {
  let request: HTTPRequest
  let address: HTTPAddress
  let sink: any BodySink

  private let cancelled = Atomic<Bool>(false)
  private let started = ContinuousClock.now
  private(set) var isFinished = false
  private(set) var easy: UnsafeMutableRawPointer?
  /// The header lists passed to libcurl, which have to live as long as the handle.
  var headerLists: [UnsafeMutablePointer<curl_slist>?] = []
  /// Whether a redirect led to another origin; from then on, no secret header is sent.
  var hasLeftOrigin = false
  var lastActivity = ContinuousClock.now
  var isPaused = false
  /// Whether the TLS handshake has begun; the timings of libcurl show it only after its end.
  var hasBegunTLS = false
  var head = ResponseHead()
  var proxySetting = HTTPClient.Configuration.Proxy.none
  /// The path of the trusted certificate authorities; `nil` for those of the system.
  private(set) var authorities: String?
  /// The number of received bytes of the body, after decompression.
  var bodySize = 0
  /// The error of a callback that made libcurl abort the transfer.
  var rejection: HTTPError?

  init(request: HTTPRequest, address: HTTPAddress, sink: any BodySink) {
    self.request = request
    self.address = address
    self.sink = sink
  }

  /// Whether the request was cancelled; can be read from any thread.
  var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

  /// Sets the cancellation flag; can be called from any thread.
  func markCancelled() {
    cancelled.store(true, ordering: .releasing)
  }

  /// The timeout that expires first; `nil` if the request has no timeout.
  var nextTimeout: (HTTPLimit, ContinuousClock.Instant)? {
    let deadline = request.deadline.map { (HTTPLimit.deadline, started.advanced(by: $0)) }
    guard easy != nil, !isPaused, let idle = request.idleLimit else { return deadline }
    let idleEnd = lastActivity.advanced(by: idle)
    guard let deadline, deadline.1 <= idleEnd else { return (.idle, idleEnd) }
    return deadline
  }

  /// Creates and configures the libcurl handle; the caller has to close the transfer even after an
  /// error.
  ///
  /// - Throws: ``HTTPError/unavailable(_:)`` without memory, or if libcurl does not accept an option.
  func prepare(
    _ configuration: HTTPClient.Configuration
  ) throws(HTTPError) -> UnsafeMutableRawPointer {
    guard let handle = ccurl_easy_init() else { throw .unavailable("no memory for a request") }
    easy = handle
    lastActivity = .now
    proxySetting = configuration.proxy
    authorities = configuration.certificateAuthorities
    try configure(handle, configuration)
    return handle
  }

  /// Resumes receiving the body if the transfer is paused.
  func resume() {
    guard isPaused, let easy else { return }
    isPaused = false
    lastActivity = .now
    ccurl_easy_pause(easy, CURLPAUSE_CONT)
  }

  /// Frees the libcurl handle and the header lists; has no effect after the first call.
  func close() {
    if let easy {
      ccurl_easy_cleanup(easy)
    }
    headerLists.forEach { ccurl_slist_free_all($0) }
    easy = nil
    headerLists = []
  }

  /// Passes the outcome to the sink; only the first call has an effect.
  func finish(_ outcome: Result<HTTPFacts, HTTPError>) {
    guard !isFinished else { return }
    isFinished = true
    sink.finish(outcome)
  }
}

extension Transfer {
  /// The headers that are also sent to the target of a redirect to another origin, because they contain no
  /// secrets.
  private static let nonSecret = HTTPHeaders(
    [
      "Accept", "Accept-Language", "Cache-Control", "Content-Type", "If-Modified-Since",
      "If-None-Match", "User-Agent",
    ].map { HTTPHeaders.Field(name: $0, value: "") }
  )

  /// Passes the headers of the request to libcurl.
  func setHeaders(_ easy: UnsafeMutableRawPointer) throws(HTTPError) {
    try setHeaders(request.headers.fields, easy)
  }

  /// Removes the headers that can be secrets before libcurl follows a redirect to another origin.
  ///
  /// libcurl itself removes `Authorization` and `Cookie` only. The method has to be called after each
  /// line of a head, because libcurl creates the next request after the last line.
  private func withholdSecrets(_ easy: UnsafeMutableRawPointer) throws(HTTPError) {
    guard request.redirectLimit > 0, let locations = head.endedRedirect,
      !isSameOrigin(locations, easy)
    else { return }
    let fields = request.headers.fields.filter { Self.nonSecret[$0.name] != nil }
    hasLeftOrigin = true
    try setHeaders(fields, easy)
  }

  /// Whether this redirect and all redirects before it lead to the origin of the request.
  private func isSameOrigin(_ locations: [String], _ easy: UnsafeMutableRawPointer) -> Bool {
    // If there are several targets, or the target cannot be parsed, only libcurl knows where the
    // redirect leads: drops the parse error, and treats the redirect as one to another origin.
    guard !hasLeftOrigin, locations.count == 1,
      let base = ccurl_get_text(easy, CURLINFO_EFFECTIVE_URL),
      let target = try? HTTPAddress(locations[0], redirectedFrom: String(cString: base))
    else { return false }
    return target.hasSameOrigin(as: address)
  }

  private func setHeaders(
    _ fields: [HTTPHeaders.Field],
    _ easy: UnsafeMutableRawPointer
  ) throws(HTTPError) {
    var lines = fields.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
    // Suppresses the default headers of libcurl: `Expect: 100-continue`, which delays large bodies,
    // and the content type of a form.
    lines += ["Expect", "Content-Type"].filter { request.headers[$0] == nil }.map { "\($0):" }
    var list: UnsafeMutablePointer<curl_slist>?
    for line in lines {
      guard let longer = ccurl_slist_append(list, line) else {
        ccurl_slist_free_all(list)
        throw .unavailable("no memory for the headers of a request")
      }
      list = longer
    }
    // libcurl may read the list until its handle is closed: `close` frees both.
    headerLists.append(list)
    try require(ccurl_set_pointer(easy, CURLOPT_HTTPHEADER, list), "headers")
  }
}

extension Transfer {
  /// The size of a body, in bytes, above which its compression ratio is limited.
  ///
  /// libcurl can deliver the bytes of its 16 KiB buffer before it counts them: up to 3.2 MiB after
  /// decompression, at the default ratio limit of 200.
  private static let uncheckedSize = 4 << 20

  /// Receives a line of the head.
  ///
  /// Returns the size of the line; libcurl aborts the transfer if the number differs.
  func receiveHeader(_ bytes: UnsafeRawBufferPointer) -> Int {
    lastActivity = .now
    guard let easy else { return 0 }
    do throws(HTTPError) {
      guard head.append(bytes) else { throw .tooLarge(limit: ResponseHead.largest) }
      if head.isAtStatusLine, let url = ccurl_get_text(easy, CURLINFO_EFFECTIVE_URL) {
        head.record(url: String(cString: url))
      }
      try withholdSecrets(easy)
    } catch {
      rejection = error
      return 0
    }
    if head.isComplete(followingRedirects: request.redirectLimit > 0) {
      sink.begin(head)
    }
    return bytes.count
  }

  /// Receives a chunk of the body.
  ///
  /// Returns the size of the chunk; libcurl aborts or pauses the transfer if the number differs.
  func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Int {
    lastActivity = .now
    if let error = compressionError(after: bytes.count) { return reject(bytes, error) }
    switch sink.receive(bytes) {
    case .accepted:
      bodySize += bytes.count
      return bytes.count
    case .paused:
      isPaused = true
      return ccurl_pause
    case .rejected(let error):
      return reject(bytes, error)
    }
  }

  private func reject(_ bytes: UnsafeRawBufferPointer, _ error: HTTPError) -> Int {
    rejection = error
    return bytes.isEmpty ? 1 : 0
  }

  /// Returns the error of a body whose compression ratio is above the limit; `nil` if the ratio is
  /// allowed.
  private func compressionError(after count: Int) -> HTTPError? {
    let excess = bodySize + count - Self.uncheckedSize
    guard sink.isWholeBody, excess > 0, let easy else { return nil }
    let received = max(Int(ccurl_get_size(easy, CURLINFO_SIZE_DOWNLOAD_T)), 1)
    let limit = request.maximumCompressionRatio
    guard excess / received >= limit else { return nil }
    return .compressedTooMuch(limit: limit, found: (bodySize + count) / received)
  }
}

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
