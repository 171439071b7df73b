internal import Glibc

/// Removes the secrets of an address before the address is displayed, logged or written to a file.
package enum URLRedaction {
  /// Returns an address without its secrets; most texts that are not addresses are returned unchanged.
  ///
  /// An accepted address is an absolute URL whose host is not followed by an `@`. It is returned
  /// without user name and password, and with `…` as the value of each query parameter that is not
  /// known to be harmless: `https://ana:pw@host/x?id=abc&page=2` becomes `https://host/x?id=…&page=2`.
  ///
  /// In any other text an `@` can follow a password, whatever precedes it. The text up to the last `@`
  /// is replaced by `…`, except a known scheme: `http:/ana:pw@host/x` becomes `http…host/x`. If a query
  /// precedes the `@`, its value can continue after the `@`, so that the rest is hidden too.
  ///
  /// - Parameters:
  ///   - text: The address, or any other text.
  ///   - isAddress: Whether the text can only be an address or a part of one. Otherwise it can be the path of
  ///     a file, whose name may contain `#` and `;`.
  /// - Returns: The text for display; if it is redacted again, it stays the same.
  package static func redacted(_ text: String, isAddress: Bool = false) -> String {
    if let parts = URLParts(text), parts.rest.lastAt == nil { return parts.redacted }
    return RejectedAddress(text, isAddress: isAddress).redacted
  }

  /// Returns the path of an existing file unchanged, and redacts any other text like an address: a mistyped
  /// URL can look like the path of a missing file.
  package static func redacted(path: String) -> String {
    let redacted = redacted(path)
    return redacted == path || access(path, F_OK) == 0 ? path : redacted
  }

  /// Returns the URL without user name and password; other secrets remain.
  ///
  /// A text that is not a URL is returned unchanged.
  package static func withoutUser(_ url: String) -> String {
    URLParts(url)?.withoutUser ?? url
  }

  /// The symbol that replaces hidden text, in UTF-8.
  static let mark = Array("…".utf8)
}

// MARK: Accepted addresses

extension URLParts {
  /// The URL without user name, password and the values that can be secrets.
  fileprivate var redacted: String {
    let queryStart = rest.firstIndex { "?#".utf8.contains($0) } ?? rest.endIndex
    let query = rest[queryStart...]
    let bytes =
      scheme + "://".utf8 + host + Self.redacted(path: rest[..<queryStart])
      + QueryRedaction.redacted(query)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The path with each segment cut at its first `;`, `=` or encoded delimiter, which secret parameters
  /// such as `;token=` can follow.
  private static func redacted(path: Bytes) -> [UInt8] {
    var result: [UInt8] = []
    for segment in path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
      if segment.startIndex > path.startIndex { result.append(UInt8(ascii: "/")) }
      result += segment.cut(at: ";?#&=")
    }
    return result
  }
}

// MARK: Other texts

/// A text that is not an accepted address, but can be a mistyped one.
private struct RejectedAddress {
  private let bytes: [UInt8]
  private let isAddress: Bool

  /// The schemes that are displayed, besides the prefixes of sources before `http` and `https`; any other
  /// text before the first delimiter can be a user name.
  private static let schemes: Set = [
    "etcd", "etcds", "file", "ftp", "http", "https",
  ]

  init(_ text: String, isAddress: Bool) {
    let bytes = Array(text.utf8)
    self.bytes = bytes
    // A text with a colon is treated as an address, because few names of files have a colon.
    self.isAddress =
      isAddress || bytes.starts(with: "//".utf8) || bytes.starts(with: "\\\\".utf8)
      || bytes.indices.contains { bytes[...].isDelimiter(at: $0, in: ":") }
  }

  /// The text without the parts that can be a password or the value of a parameter.
  var redacted: String {
    let delimiter = bytes.firstIndex { ":/\\?#;%".utf8.contains($0) }
    // A text without a delimiter has a user name before the `@` only if it is an address. The user name is
    // hidden, because it can be a token.
    guard let at = bytes[...].lastAt, delimiter != nil || isAddress else {
      return String(decoding: withoutParameters(bytes[...], isAddress: isAddress), as: UTF8.self)
    }
    let scheme = delimiter.flatMap { $0 < at.lowerBound && hasScheme(before: $0) ? $0 : nil }
    let head = bytes[..<(scheme ?? 0)]
    // If a parameter precedes the `@`, its value can continue after the `@`.
    let hasQuery = bytes[..<at.lowerBound].indices.contains {
      bytes[...].isDelimiter(at: $0, in: "?#;&=")
    }
    let tail = hasQuery ? [] : withoutParameters(bytes[at.upperBound...], isAddress: true)
    return String(decoding: head + URLRedaction.mark + tail, as: UTF8.self)
  }

  private func hasScheme(before end: Int) -> Bool {
    let scheme = String(decoding: bytes[..<end], as: UTF8.self).lowercased()
    let parts = scheme.split(separator: "+", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return Self.schemes.contains(scheme) }
    // The prefix of a source, such as `ofrep+`, can be any word, because flag systems define their own
    // prefixes.
    return ["http", "https"].contains(parts[1]) && !parts[0].isEmpty
      && parts[0].utf8.allSatisfy(\.isLetter)
  }

  /// The text up to its query, its fragment or its path parameters.
  ///
  /// A `#` can belong to the name of a folder: it begins a fragment only if a name and a value follow.
  private func withoutParameters(_ text: URLParts.Bytes, isAddress: Bool) -> [UInt8] {
    guard !isAddress else { return text.cut(at: "?#;&=") }
    let lastValue = text.indices.last { text.isDelimiter(at: $0, in: "=") } ?? text.startIndex
    let hasValue = text[..<lastValue].indices.contains { text.isDelimiter(at: $0, in: "?#;") }
    return hasValue ? text.cut(at: "?#;") : Array(text)
  }
}

// MARK: Bytes

extension URLParts.Bytes {
  /// The range of the last `@`, which can be percent-encoded, even more than once (`%40`, `%2540`).
  fileprivate var lastAt: Range<Int>? {
    for index in indices.reversed() {
      if self[index] == UInt8(ascii: "@") { return index..<(index + 1) }
      if let (byte, end) = decoded(at: index), byte == UInt8(ascii: "@") { return index..<end }
    }
    return nil
  }

  /// Whether one of the given characters is at an index, plain or percent-encoded.
  fileprivate func isDelimiter(at index: Int, in characters: String) -> Bool {
    characters.utf8.contains(decoded(at: index)?.byte ?? self[index])
  }

  /// The byte that is percent-encoded at an index, even more than once; `nil` if there is no encoded byte.
  private func decoded(at index: Int) -> (byte: UInt8, end: Int)? {
    guard self[index] == UInt8(ascii: "%") else { return nil }
    var start = index + 1
    while self[start...].starts(with: "25".utf8) { start += 2 }
    let digits = self[start...].prefix(2)
    guard digits.count == 2, let byte = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
    else { return nil }
    return (byte, start + 2)
  }

  /// The bytes up to the first of the given characters, and `…` if anything follows it.
  fileprivate func cut(at characters: String) -> [UInt8] {
    guard let index = indices.first(where: { isDelimiter(at: $0, in: characters) }) else {
      return Array(self)
    }
    guard self[index] != UInt8(ascii: "%") else { return self[..<index] + URLRedaction.mark }
    return self[...index] + (index + 1 < endIndex ? URLRedaction.mark : [])
  }
}

/// Hides the parameters of a query or a fragment, except the values of parameters that are known to be
/// harmless.
enum QueryRedaction {
  /// The names of the parameters whose values are displayed, in lower case and without `-`, `_` and `.`.
  ///
  /// Names of harmless parameters are listed, because a list of secret parameters would never be
  /// complete. The values of these parameters select a document, and are not credentials.
  private static let harmless: Set = [
    "appversion", "branch", "channel", "country", "env", "environment", "flagconfigetag",
    "flagconfiglastmodified", "format", "lang", "language", "limit", "locale", "offset", "order",
    "os", "page", "pagesize", "perpage", "platform", "pretty", "ref", "region", "sdkversion",
    "size", "sort", "stage", "v", "version",
  ]

  /// Returns the query and the fragment of a URL, with `…` for each hidden name and value.
  static func redacted(_ query: URLParts.Bytes) -> [UInt8] {
    var result: [UInt8] = []
    var rest = query
    while let separator = rest.popFirst() {
      let parameter = rest.prefix { !"?&;#".utf8.contains($0) }
      rest = rest[parameter.endIndex...]
      result.append(separator)
      result += redacted(parameter: parameter)
    }
    return result
  }

  private static func redacted(parameter: URLParts.Bytes) -> [UInt8] {
    let name = parameter.prefix { $0 != UInt8(ascii: "=") }
    let isShown = isHarmless(name)
    // Hides a parameter without `=`, unless it is a harmless name: its text can be a secret.
    guard name.endIndex < parameter.endIndex else {
      return isShown || parameter.isEmpty ? Array(parameter) : URLRedaction.mark
    }
    let value = parameter[(name.endIndex + 1)...]
    let isHidden = !value.isEmpty && !(isShown && isPlain(value))
    return (isPlain(name) ? Array(name) : URLRedaction.mark) + [UInt8(ascii: "=")]
      + (isHidden ? URLRedaction.mark : Array(value))
  }

  private static func isHarmless(_ name: URLParts.Bytes) -> Bool {
    let letters = name.filter { !"-_.".utf8.contains($0) }
    return harmless.contains(String(decoding: letters, as: UTF8.self).lowercased())
  }

  /// Whether the text has no encoded characters: they could hide the name and the value of another
  /// parameter.
  private static func isPlain(_ text: URLParts.Bytes) -> Bool {
    text.allSatisfy { $0.isLetter || $0.isDigit || "-_.~,:+*[]".utf8.contains($0) }
  }
}

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
