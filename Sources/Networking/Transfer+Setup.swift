internal import CCurl

extension Transfer {
  /// Tells libcurl all about the request.
  func configure(_ easy: UnsafeMutableRawPointer, _ configuration: HTTPClient.Configuration) {
    ccurl_set_long(easy, CURLOPT_NOSIGNAL, 1)
    // Cancelling during a look-up would otherwise hold the thread until the look-up ends.
    ccurl_set_long(easy, CURLOPT_QUICK_EXIT, 1)
    ccurl_set_text(easy, CURLOPT_URL, request.url)
    setSchemes(easy)
    setTrust(easy, configuration)
    setMethod(easy)
    setHeaders(easy, configuration)
    ccurl_set_text(easy, CURLOPT_ACCEPT_ENCODING, "gzip, deflate")
    ccurl_set_long(easy, CURLOPT_CONNECTTIMEOUT_MS, max(request.connectLimit.milliseconds, 1))
    if request.isFresh {
      ccurl_set_long(easy, CURLOPT_FRESH_CONNECT, 1)
      ccurl_set_long(easy, CURLOPT_FORBID_REUSE, 1)
      ccurl_set_long(easy, CURLOPT_DNS_CACHE_TIMEOUT, 0)
    }
    setReceivers(easy)
  }

  private func setSchemes(_ easy: UnsafeMutableRawPointer) {
    let schemes = request.isHTTPSOnly ? "https" : "http,https"
    ccurl_set_text(easy, CURLOPT_PROTOCOLS_STR, schemes)
    ccurl_set_text(easy, CURLOPT_REDIR_PROTOCOLS_STR, schemes)
    ccurl_set_long(easy, CURLOPT_FOLLOWLOCATION, request.redirectLimit > 0 ? 1 : 0)
    ccurl_set_long(easy, CURLOPT_MAXREDIRS, max(request.redirectLimit, 0))
  }

  private func setTrust(
    _ easy: UnsafeMutableRawPointer,
    _ configuration: HTTPClient.Configuration
  ) {
    if let path = configuration.certificateAuthorities {
      ccurl_set_text(easy, CURLOPT_CAINFO, path)
    }
    switch configuration.proxy {
    case .environment: break
    case .none: ccurl_set_text(easy, CURLOPT_PROXY, "")
    case .address(let proxy): ccurl_set_text(easy, CURLOPT_PROXY, proxy)
    }
    ccurl_set_long(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
  }

  private func setMethod(_ easy: UnsafeMutableRawPointer) {
    switch (request.method, request.body) {
    case ("HEAD", _):
      ccurl_set_long(easy, CURLOPT_NOBODY, 1)
    case ("GET", nil):
      break
    case (let method, let body):
      if method != "POST" {
        ccurl_set_text(easy, CURLOPT_CUSTOMREQUEST, method)
      }
      guard method == "POST" || body != nil else { return }
      let body = body ?? []
      ccurl_set_size(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count))
      body.withUnsafeBytes { bytes in
        // An empty body still needs an address, or libcurl would read standard input.
        withUnsafePointer(to: 0) { empty in
          let start = bytes.baseAddress ?? UnsafeRawPointer(empty)
          ccurl_set_pointer(
            easy,
            CURLOPT_COPYPOSTFIELDS,
            UnsafeMutableRawPointer(mutating: start)
          )
        }
      }
    }
  }

  private func setHeaders(
    _ easy: UnsafeMutableRawPointer,
    _ configuration: HTTPClient.Configuration
  ) {
    var lines = request.headers.fields.map {
      $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)"
    }
    // libcurl would add these by itself: a wait before large bodies, and a form's type.
    lines += ["Expect", "Content-Type"].filter { request.headers[$0] == nil }.map { "\($0):" }
    for line in lines {
      guard let longer = ccurl_slist_append(headerList, line) else { break }
      headerList = longer
    }
    ccurl_set_pointer(easy, CURLOPT_HTTPHEADER, headerList)
    ccurl_set_text(easy, CURLOPT_USERAGENT, configuration.userAgent)
  }

  private func setReceivers(_ easy: UnsafeMutableRawPointer) {
    let context = Unmanaged.passUnretained(self).toOpaque()
    if request.method != "HEAD", sink.refusesBySize {
      ccurl_set_size(easy, CURLOPT_MAXFILESIZE_LARGE, curl_off_t(request.maximumBodySize))
    }
    ccurl_set_securer(
      easy,
      { _, _, context in
        guard let context else { return CURLE_OK }
        Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue().hasBegunTLS = true
        return CURLE_OK
      },
      context
    )
    ccurl_set_pointer(easy, CURLOPT_HEADERDATA, context)
    ccurl_set_receiver(easy, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
      Transfer.receive(bytes, size * count, context) { $0.receiveHeader($1) }
    }
    ccurl_set_pointer(easy, CURLOPT_WRITEDATA, context)
    ccurl_set_receiver(easy, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
      Transfer.receive(bytes, size * count, context) { $0.receiveBody($1) }
    }
  }

  private static func receive(
    _ bytes: UnsafeMutablePointer<CChar>?,
    _ count: Int,
    _ context: UnsafeMutableRawPointer?,
    _ take: (Transfer, UnsafeRawBufferPointer) -> Int
  ) -> Int {
    guard let context else { return 0 }
    let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
    return take(transfer, UnsafeRawBufferPointer(start: bytes, count: count))
  }
}

extension Duration {
  /// Whole milliseconds, within what libcurl takes.
  fileprivate var milliseconds: Int {
    let (seconds, attoseconds) = components
    return Int(min(max(seconds, 0), 1_000_000)) * 1_000 + Int(attoseconds / 1_000_000_000_000_000)
  }
}
