import FlagSystem
import HTTPServer
import Networking

/// The secret that clients have to send with each request.
package struct AccessToken: Sendable {
  private let bytes: [UInt8]

  /// Creates a token from the content of a token file, without surrounding white space.
  ///
  /// - Returns: The token; `nil` if it is shorter than 8 bytes, or contains a space or a control
  ///   character.
  package init?(_ text: String) {
    let bytes = Array(text.utf8).drop(while: Self.isSpace)
    let end = bytes.lastIndex { !Self.isSpace($0) }
    let trimmed = end.map { bytes[...$0] } ?? []
    guard trimmed.count >= Self.minimumLength, trimmed.allSatisfy({ (0x21...0x7e).contains($0) })
    else { return nil }
    self.bytes = Array(trimmed)
  }

  /// The shortest token, in bytes.
  package static let minimumLength = 8

  /// The token as text, for an environment variable of client programs.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The token as the value of a query parameter.
  var queryText: String { PercentEncoding.encoded(text) }

  private static func isSpace(_ byte: UInt8) -> Bool { " \t\r\n".utf8.contains(byte) }

  /// Whether a request proves by the token that it may use a route.
  func isPresent(
    in request: borrowing ServerRequest,
    by rule: SystemRoute.TokenRule
  ) -> Bool {
    if rule == .none { return true }
    if let header = request.header("Authorization") {
      if let scheme = header.firstIndex(of: " "), header[..<scheme].lowercased() == "bearer",
        isEqual(to: header[header.index(after: scheme)...])
      {
        return true
      }
      if rule == .plain, isEqual(to: header[...]) { return true }
    }
    if let key = request.header("X-API-Key"), isEqual(to: key[...]) { return true }
    guard rule == .query, let parameter = request.parameter("token") else { return false }
    return isEqual(to: parameter[...])
  }

  /// Compares a text with the token in a time that depends only on the length of the text, so that
  /// the time of a response does not reveal the first characters of the token.
  func isEqual(to text: Substring) -> Bool {
    let other = Array(text.utf8)
    var difference: UInt8 = other.count == bytes.count ? 0 : 1
    for index in other.indices { difference |= other[index] ^ bytes[index % bytes.count] }
    return difference == 0
  }
}
