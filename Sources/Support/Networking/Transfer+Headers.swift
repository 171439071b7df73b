internal import CCurl

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
  func withholdSecrets(_ easy: UnsafeMutableRawPointer) throws(HTTPError) {
    guard request.redirectLimit > 0, let locations = head.endedRedirect,
      !isSameOrigin(locations, easy)
    else { return }
    let fields = request.headers.fields.filter { Self.nonSecret[$0.name] != nil }
    hasLeftOrigin = true
    try setHeaders(fields, easy)
  }

  /// Whether this redirect and all redirects before it lead to the origin of the request.
  private func isSameOrigin(_ locations: [String], _ easy: UnsafeMutableRawPointer) -> Bool {
    // If there are several targets or a target cannot be parsed, only libcurl knows where the
    // redirect leads: treat it as a redirect to another origin, and drop the parse error.
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
