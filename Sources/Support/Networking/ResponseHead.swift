/// The status line and headers of a response, parsed line by line as they arrive.
///
/// A transfer that follows redirects receives one head for each response. Each head replaces the status and
/// the headers of the head before; the URLs of all responses are kept.
struct ResponseHead: Hashable, Sendable {
  /// The largest total size of the heads of one transfer, in bytes.
  static let largest = 256 << 10

  private(set) var status = 0
  private(set) var headers = HTTPHeaders()
  /// The URLs of the responses, in the order of the redirects.
  private(set) var urls: [String] = []
  /// Whether the last line was a status line.
  private(set) var isAtStatusLine = false
  /// Whether the empty line after the headers is still missing.
  private(set) var isOpen = false
  private var hasEnded = false
  private var size = 0

  /// Whether a status line was received.
  var hasBegun: Bool { status != 0 }

  /// The size of the body that the server announces; `nil` if the size is unknown or is the
  /// compressed size.
  var expectedSize: Int? {
    guard headers["Content-Encoding"] == nil else { return nil }
    return headers["Content-Length"].flatMap { Int($0) }
  }

  /// The hosts of the redirects in order, without consecutive duplicates.
  var redirectHosts: [String] {
    var hosts: [String] = []
    for url in urls {
      // Drops the parse error: libcurl has just requested this URL, so it can be parsed.
      guard let host = try? HTTPAddress(url).host, host != hosts.last else { continue }
      hosts.append(host)
    }
    return Array(hosts.dropFirst())
  }

  /// Parses one line; returns `false` if the heads exceed ``largest``.
  mutating func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
    size += bytes.count
    guard size <= Self.largest else { return false }
    isAtStatusLine = false
    hasEnded = false
    let line = String(decoding: bytes, as: UTF8.self)
    let text = Self.trimmed(line[...])
    if line.hasPrefix("HTTP/") {
      begin(text)
    } else if text.isEmpty {
      hasEnded = isOpen
      isOpen = false
    } else if isOpen {
      add(line, text)
    }
    return true
  }

  /// Appends the URL of the current response, unless it is equal to the last one.
  mutating func record(url: String) {
    if urls.last != url {
      urls.append(url)
    }
  }

  /// Whether the last line ended the head of the final response: neither an informational response
  /// (1xx) nor a redirect that is followed.
  func isComplete(followingRedirects: Bool) -> Bool {
    hasEnded && status >= 200 && !(followingRedirects && endedRedirect != nil)
  }

  /// The `Location` headers, if the last line ended the head of a redirect; otherwise `nil`.
  var endedRedirect: [String]? {
    let locations = headers.values(named: "Location")
    return hasEnded && (300..<400).contains(status) && !locations.isEmpty ? locations : nil
  }

  private mutating func begin(_ line: Substring) {
    status = line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    headers = HTTPHeaders()
    isAtStatusLine = true
    isOpen = true
  }

  private mutating func add(_ line: String, _ text: Substring) {
    if line.first == " " || line.first == "\t" {
      headers.continueLast(with: String(text))
    } else if let colon = text.firstIndex(of: ":") {
      let value = Self.trimmed(text[text.index(after: colon)...])
      headers.add(String(text[..<colon]), String(value))
    }
  }

  private static func trimmed(_ text: Substring) -> Substring {
    let blank: Set<Unicode.Scalar> = [" ", "\t", "\r", "\n"]
    var scalars = text.unicodeScalars
    while let last = scalars.last, blank.contains(last) { scalars.removeLast() }
    while let first = scalars.first, blank.contains(first) { scalars.removeFirst() }
    return Substring(scalars)
  }
}
