internal import Glibc

/// Removes the secrets of an address before the address is displayed, logged or written to a file.
package enum URLRedaction {
  /// Returns an address without its secrets; a text that is no address is returned unchanged.
  ///
  /// An accepted address is an absolute URL whose host is not followed by an `@`. It is returned
  /// without user name and password, and with `…` as the value of each query parameter that is not
  /// known to be harmless: `https://ana:pw@host/x?id=abc&page=2` becomes `https://host/x?id=…&page=2`.
  ///
  /// In any other text an `@` can follow a password, whatever precedes it. The text up to the last
  /// `@` is replaced by `…`, except a known scheme: `http:/ana:pw@host/x` becomes `http…host/x`. If
  /// a query precedes the `@`, its value can follow, and the rest is hidden too.
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

  /// The mark that replaces hidden text.
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
    // Without a delimiter, only an address can have a user name before the `@`; the name can be a token.
    guard let at = bytes[...].lastAt, delimiter != nil || isAddress else {
      return String(decoding: withoutParameters(bytes[...], isAddress: isAddress), as: UTF8.self)
    }
    let scheme = delimiter.flatMap { $0 < at.lowerBound && hasScheme(before: $0) ? $0 : nil }
    let head = bytes[..<(scheme ?? 0)]
    // If a parameter precedes the `@`, its value can continue behind the `@`.
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
    // The prefix of a source, such as `ofrep+`: a flag system adds one without a change here.
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
