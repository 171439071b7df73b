internal import CCurl

extension Transfer {
  /// The headers that every origin may get: they describe the request and carry no secret.
  private static let harmless = HTTPHeaders(
    [
      "Accept", "Accept-Language", "Cache-Control", "Content-Type", "If-Modified-Since",
      "If-None-Match", "User-Agent",
    ].map { HTTPHeaders.Field(name: $0, value: "") }
  )

  /// Passes the request's headers to libcurl.
  func setHeaders(_ easy: UnsafeMutableRawPointer) throws(HTTPError) {
    try setHeaders(request.headers.fields, easy)
  }

  /// Drops the headers that can be secrets before libcurl follows a redirect to another origin.
  ///
  /// By itself libcurl withholds `Authorization` and `Cookie` only. To be called after each line of a
  /// head: libcurl writes the next request after the last one.
  func withholdSecrets(_ easy: UnsafeMutableRawPointer) throws(HTTPError) {
    guard request.redirectLimit > 0, let locations = head.endedRedirect,
      !isSameOrigin(locations, easy)
    else { return }
    let fields = request.headers.fields.filter { Self.harmless[$0.name] != nil }
    hasLeftOrigin = true
    try setHeaders(fields, easy)
  }

  /// Whether a redirect stays at the origin of the request, and all redirects before it did.
  private func isSameOrigin(_ locations: [String], _ easy: UnsafeMutableRawPointer) -> Bool {
    // Which one of several is followed, and where one leads that cannot be read, is up to libcurl.
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
    // Without these libcurl adds a wait before large bodies, and the type of a form.
    lines += ["Expect", "Content-Type"].filter { request.headers[$0] == nil }.map { "\($0):" }
    var list: UnsafeMutablePointer<curl_slist>?
    for line in lines {
      guard let longer = ccurl_slist_append(list, line) else {
        ccurl_slist_free_all(list)
        throw .unavailable("no memory for the headers of a request")
      }
      list = longer
    }
    // The list in use is freed with the handle, since libcurl may still read it.
    headerLists.append(list)
    try require(ccurl_set_pointer(easy, CURLOPT_HTTPHEADER, list), "headers")
  }
}
