/// The parts of an absolute URL, split once by a strict grammar: `SCHEME://[USER@]HOST[:PORT]REST`.
///
/// libcurl also accepts texts such as `http:///HOST` and encoded hosts. Different parsers find different
/// hosts and passwords in them, so that such a text is not a URL here, and is neither requested nor
/// displayed.
struct URLParts {
  typealias Bytes = ArraySlice<UInt8>

  /// The scheme as it was written, such as `https` or `ofrep+https`.
  let scheme: Bytes
  /// The host, in brackets if it is an IPv6 address, with the port if there is one.
  let host: Bytes
  /// The path, the query and the fragment.
  let rest: Bytes

  /// Splits a URL; `nil` for a text that is not an absolute URL with a host and a valid port.
  init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), Self.isScheme(bytes[..<colon]),
      bytes[colon...].starts(with: "://".utf8)
    else { return nil }
    let afterSlashes = bytes[(colon + 3)...]
    let end = afterSlashes.firstIndex { "/?#".utf8.contains($0) } ?? bytes.endIndex
    let authority = afterSlashes[..<end]
    let mark = authority.lastIndex(of: UInt8(ascii: "@"))
    host = mark.map { authority[($0 + 1)...] } ?? authority
    guard Self.isHost(host), !authority.contains(UInt8(ascii: "\\")) else { return nil }
    scheme = bytes[..<colon]
    rest = bytes[end...]
  }

  /// The URL without user name and password.
  var withoutUser: String {
    String(decoding: scheme + "://".utf8 + host + rest, as: UTF8.self)
  }

  private static func isScheme(_ bytes: Bytes) -> Bool {
    bytes.first?.isLetter == true
      && bytes.allSatisfy { $0.isLetter || $0.isDigit || "+-.".utf8.contains($0) }
  }

  /// Whether the bytes are a host with an optional port.
  private static func isHost(_ bytes: Bytes) -> Bool {
    let start = bytes.lastIndex(of: UInt8(ascii: "]")) ?? bytes.startIndex
    let colon = bytes[start...].firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
    let (name, port) = (bytes[..<colon], bytes[colon...].dropFirst())
    let isName =
      if name.first == UInt8(ascii: "[") {
        // The identifier of a zone follows a percent sign, as in `[fe80::1%25eth0]`.
        name.count > 2 && name.last == UInt8(ascii: "]")
          && name.dropFirst().dropLast().prefix { $0 != UInt8(ascii: "%") }
            .allSatisfy { $0.hexDigit != nil || ":.".utf8.contains($0) }
      } else {
        !name.isEmpty
          && name.allSatisfy { $0.isLetter || $0.isDigit || $0 >= 0x80 || "-._~".utf8.contains($0) }
      }
    let isPort = port.allSatisfy(\.isDigit) && (port.isEmpty || UInt16(text: port) != nil)
    return isName && isPort
  }
}

extension UInt16 {
  fileprivate init?(text: URLParts.Bytes) { self.init(String(decoding: text, as: UTF8.self)) }
}
