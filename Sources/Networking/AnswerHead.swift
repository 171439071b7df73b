/// The head of an answer as it comes in, a line at a time, over all redirects.
struct AnswerHead: Hashable, Sendable {
  /// The most bytes that the heads of one transfer may have together.
  static let largest = 256 << 10

  private(set) var status = 0
  private(set) var headers = HTTPHeaders()
  /// The addresses that answered, in order.
  private(set) var urls: [String] = []
  private(set) var hasBegunAnew = false
  private var isOpen = false
  private var hasEnded = false
  private var size = 0

  /// Whether a byte of an answer has come.
  var hasBegun: Bool { status != 0 }

  /// The size that the server announces for the body as it will be read.
  var expectedSize: Int? {
    guard headers["Content-Encoding"] == nil else { return nil }
    return headers["Content-Length"].flatMap { Int($0) }
  }

  /// The hosts asked after the first one, without repeating one directly.
  var redirectHosts: [String] {
    var hosts: [String] = []
    for url in urls {
      // What libcurl has just asked is an address, or there would be no answer.
      guard let host = try? HTTPAddress(url).host, host != hosts.last else { continue }
      hosts.append(host)
    }
    return Array(hosts.dropFirst())
  }

  /// Takes one line; `false` when there is too much of it.
  mutating func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
    size += bytes.count
    guard size <= Self.largest else { return false }
    hasBegunAnew = false
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

  /// Notes who gave this answer.
  mutating func note(url: String) {
    if urls.last != url {
      urls.append(url)
    }
  }

  /// Whether the line just taken ended a head that a body follows, and no other head.
  func isComplete(followingRedirects: Bool) -> Bool {
    hasEnded && status >= 200 && !(followingRedirects && endedRedirect != nil)
  }

  /// The `Location` headers of a redirect whose head the line just taken ended; `nil` for other heads.
  var endedRedirect: [String]? {
    let locations = headers.values(named: "Location")
    return hasEnded && (300..<400).contains(status) && !locations.isEmpty ? locations : nil
  }

  private mutating func begin(_ line: Substring) {
    status = line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    headers = HTTPHeaders()
    hasBegunAnew = true
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
