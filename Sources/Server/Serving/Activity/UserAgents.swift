import FeatureFlags
import FlagSystem
import Workbench

/// The words of user agents by which the SDKs and HTTP libraries of clients are recognised.
struct UserAgents: Sendable {
  /// A word of a user agent, and the software that sends it.
  private struct Row {
    /// The word in lowercase ASCII.
    let token: [UInt8]
    let name: String
    /// Whether the number after the word and a slash is the version of the software.
    let isVersioned: Bool

    init(_ token: String, _ name: String, isVersioned: Bool = true) {
      self.token = Array(token.utf8)
      self.name = name
      self.isVersioned = isVersioned
    }
  }

  private let rows: [Row]

  /// Creates the table of the SDKs of flag systems and of HTTP libraries.
  ///
  /// Flag SDKs come before HTTP libraries, and HTTP libraries before browsers, because one user agent
  /// can name several of them.
  init(_ systems: [FlagSystem]) {
    let sdks = systems.flatMap { $0.sdks.userAgents.map { Row($0.key, $0.value) } }
    rows = Self.standards + sdks + Self.libraries
  }

  private static let standards = [
    Row("openfeature", "OpenFeature"), Row("ofrep", "OFREP"), Row("flipt", "Flipt"),
  ]
  private static let libraries = [
    Row("halyard", "Halyard"), Row("python-requests", "Python requests"),
    Row("python-httpx", "Python HTTPX"),
    Row("aiohttp", "Python aiohttp"), Row("python-urllib", "Python urllib"),
    Row("okhttp", "OkHttp"), Row("ktor", "Ktor"), Row("java-http-client", "Java"),
    Row("apache-httpclient", "Java HttpClient"), Row("dalvik", "Android", isVersioned: false),
    Row("alamofire", "Alamofire"), Row("cfnetwork", "Apple CFNetwork"), Row("axios", "axios"),
    Row("node-fetch", "node-fetch"), Row("undici", "Node.js"), Row("node", "Node.js"),
    Row("deno", "Deno"), Row("bun", "Bun"), Row("go-http-client", "Go net/http"),
    Row("dart", "Dart"), Row("reqwest", "Rust reqwest"), Row("guzzlehttp", "PHP Guzzle"),
    Row("faraday", "Ruby Faraday"), Row("ruby", "Ruby"), Row("postmanruntime", "Postman"),
    Row("curl", "curl"), Row("wget", "Wget"), Row("edg", "Edge"), Row("firefox", "Firefox"),
    Row("chrome", "Chrome"), Row("safari", "Safari", isVersioned: false),
  ]

  /// The maximum number of bytes of a user agent that are searched, which bounds the cost of a
  /// hostile one.
  private static let limit = 300

  /// Searches a user agent for a known word; `nil` if it has none.
  func software(of userAgent: String) -> ClientSoftware? {
    let bytes = userAgent.utf8.prefix(Self.limit).map { byte in
      (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
    }
    for row in rows {
      guard let end = Self.end(of: row.token, in: bytes) else { continue }
      let version = row.isVersioned ? Self.version(in: bytes[end...]) : nil
      return ClientSoftware(name: row.name, version: version)
    }
    return nil
  }

  /// Finds a whole word, and returns the index after the word.
  private static func end(of word: [UInt8], in bytes: [UInt8]) -> Int? {
    guard bytes.count >= word.count else { return nil }
    for start in 0...(bytes.count - word.count)
    where bytes[start] == word[0] && (start == 0 || !isWordByte(bytes[start - 1])) {
      let end = start + word.count
      guard end == bytes.count || !isWordByte(bytes[end]) else { continue }
      if bytes[start..<end].elementsEqual(word) { return end }
    }
    return nil
  }

  /// The first two components of the version after a slash, such as `4.12`; `nil` without one.
  private static func version(in rest: ArraySlice<UInt8>) -> String? {
    guard rest.first == UInt8(ascii: "/") else { return nil }
    let dot = UInt8(ascii: ".")
    let text = rest.dropFirst().prefix(12).prefix { isDigit($0) || $0 == dot }
    let parts = text.split(separator: dot).prefix(2)
    guard !parts.isEmpty else { return nil }
    return parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ".")
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
  private static func isWordByte(_ byte: UInt8) -> Bool {
    isDigit(byte) || (0x61...0x7A).contains(byte)
  }
}
