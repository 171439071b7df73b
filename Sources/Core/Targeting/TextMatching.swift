import CPCRE2
import Documents
import Glibc

/// A list of texts, which are compared byte for byte, without Unicode normalization.
package struct TextList: Sendable {
  package let values: [String]
  /// The values of a long list; `nil` for a short one, in which a linear search is faster.
  private let set: Set<String>?

  package init(_ values: [String]) {
    self.values = values
    set = values.count > 8 ? Set(values) : nil
  }

  package func contains(_ text: String) -> Bool {
    // A set treats canonically equivalent texts as equal: a hit has to be confirmed by comparing the
    // bytes.
    if let set, !set.contains(text) { return false }
    return values.contains { $0.isSameText(as: text) }
  }
}

package enum TextPosition: Hashable, Sendable { case start, end, anywhere }

extension String {
  /// Returns whether both texts have the same bytes.
  package func isSameText(as other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    let isSame = utf8.withContiguousStorageIfAvailable { own in
      other.utf8.withContiguousStorageIfAvailable { other in
        guard let first = own.baseAddress, let second = other.baseAddress else { return true }
        return memcmp(first, second, own.count) == 0
      }
    }
    return (isSame ?? nil) ?? utf8.elementsEqual(other.utf8)
  }

  /// Returns whether the text has the bytes of another text at its start, at its end, or anywhere.
  package func has(_ other: String, at position: TextPosition) -> Bool {
    switch position {
    case .start: utf8.starts(with: other.utf8)
    case .end: hasEnd(other)
    case .anywhere: contains(bytesOf: other)
    }
  }

  private func hasEnd(_ other: String) -> Bool {
    let (own, end) = (utf8.span, other.utf8.span)
    guard own.count >= end.count else { return false }
    return end.indices.allSatisfy { own[own.count - end.count + $0] == end[$0] }
  }

  /// Returns whether the text contains another text, in linear time.
  ///
  /// Pure ASCII texts are compared by bytes, because nearly all attributes are ASCII. A carriage return
  /// and a line feed are then two characters. Other texts are compared by characters (grapheme
  /// clusters); canonically equivalent characters are equal.
  package func containsText(_ other: String) -> Bool {
    guard utf8.allSatisfy({ $0 < 0x80 }), other.utf8.allSatisfy({ $0 < 0x80 }) else {
      return Array(self).contains(part: Array(other))
    }
    return has(other, at: .anywhere)
  }

  /// Returns whether the text contains the bytes of another text, in linear time.
  private func contains(bytesOf other: String) -> Bool {
    // On some processors, `strstr` takes quadratic time for long search texts.
    guard other.utf8.count <= 64, !other.utf8.contains(0) else {
      return Array(utf8).contains(part: Array(other.utf8))
    }
    return withCString { text in
      other.withCString { part in
        // Searches each section between NUL bytes, because `strstr` stops at a NUL byte.
        var start = text
        while start <= text + utf8.count {
          if strstr(start, part) != nil { return true }
          start += strlen(start) + 1
        }
        return false
      }
    }
  }

  /// The text without surrounding spaces and tabs.
  package var trimmed: String {
    let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
    guard let first = utf8.first, let last = utf8.last, isSpace(first) || isSpace(last) else {
      return self
    }
    let start = utf8.drop(while: isSpace)
    let end = start.lastIndex { !isSpace($0) }.map(start.index(after:)) ?? start.startIndex
    return String(start[..<end]) ?? self
  }
}

extension Array where Element: Equatable {
  /// Returns whether the array contains a part, with the algorithm of Knuth, Morris and Pratt.
  fileprivate func contains(part: [Element]) -> Bool {
    guard !part.isEmpty else { return true }
    // For each index of the part, the length of the longest proper prefix of the part that is also a
    // suffix ending at the index.
    var borders: [Int] = []
    borders.reserveCapacity(part.count)
    var length = 0
    func advance(by element: Element) {
      while length > 0, element != part[length] { length = borders[length - 1] }
      if element == part[length] { length += 1 }
    }
    for element in part {
      if !borders.isEmpty { advance(by: element) }
      borders.append(length)
    }
    length = 0
    for element in self {
      advance(by: element)
      if length == part.count { return true }
    }
    return false
  }
}

/// A regular expression in the syntax of RE2, with a search in bounded time.
///
/// PCRE2 executes the expression, translated to its syntax. Constructs that RE2 does not have
/// (look-around, back-references, possessive quantifiers, atomic groups and others) are rejected before
/// PCRE2 compiles the expression. A search reads the text once, and follows all states of the expression
/// at the same time. The number of states is limited, so that neither an expression nor a text can block
/// a server.
package final class RegularExpression: Sendable {
  /// The result of a search.
  package enum Result: Hashable, Sendable {
    /// The search is complete; the value tells whether the text contains a match.
    case found(Bool)
    /// The search needs more states than the limit allows, or the text is too large.
    case tooComplex
  }

  /// The reason why an expression cannot be used.
  package enum Defect: Error, Hashable, Sendable {
    /// The expression is longer than ``RegularExpression/longest`` bytes.
    case tooLong
    /// RE2 does not support the construct with the given name, such as `look-around`.
    case unsupported(String)
    /// The syntax is invalid.
    case syntax
    /// The library PCRE2 is not installed.
    case noLibrary
  }

  /// The maximum length of an expression in bytes.
  package static let longest = 10_000
  /// The maximum length of a text in bytes; a search of a longer text returns
  /// ``RegularExpression/Result/tooComplex``.
  package static let longestText = cpcre2_text_limit
  /// The maximum cost of a search: the length of the text, multiplied by the square of the number of
  /// simultaneous states.
  package static let workLimit = Int(cpcre2_work_limit)

  // The pointer is never modified, and PCRE2 only reads the compiled expression in a search.
  private nonisolated(unsafe) let expression: OpaquePointer

  /// Whether the library PCRE2 is installed and can be loaded.
  package static var hasLibrary: Bool { cpcre2_is_ready() != 0 }

  /// Compiles an expression.
  ///
  /// - Parameters:
  ///   - pattern: The expression.
  ///   - ignoresCase: Whether upper and lower case letters match each other.
  ///   - isOfRust: Whether the expression may also have the flags `x` (ignores white space) and `u`,
  ///     which the Rust library supports in addition to those of RE2.
  /// - Throws: The reason why the expression cannot be used.
  package init(
    _ pattern: String,
    ignoresCase: Bool = false,
    isOfRust: Bool = false
  ) throws(Defect) {
    guard pattern.utf8.count <= Self.longest else { throw .tooLong }
    var pattern = try RE2Syntax.translated(pattern, isOfRust: isOfRust)
    guard Self.hasLibrary else { throw .noLibrary }
    let compiled = pattern.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        cpcre2_compile($0.baseAddress, $0.count, ignoresCase ? 1 : 0)
      }
    }
    guard let compiled else { throw .syntax }
    expression = compiled
  }

  deinit { cpcre2_free(expression) }

  /// Searches for the expression anywhere in a text, and charges the search to the current ``WorkBudget``.
  package func search(_ text: String) -> Result {
    let budget = WorkBudget.current
    // The cost of a search is known only afterwards: this charge of nothing tests whether the budget has
    // ended.
    guard budget?.spend() ?? true else { return .tooComplex }
    var text = text
    var work = 0
    let result = text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        cpcre2_search(expression, $0.baseAddress, $0.count, &work)
      }
    }
    guard budget?.spend(search: work) ?? true else { return .tooComplex }
    return result < 0 ? .tooComplex : .found(result == 1)
  }
}

extension RegularExpression.Defect: CustomStringConvertible {
  /// The reason as the second half of a sentence about the expression, such as `the syntax is invalid`.
  package var description: String {
    switch self {
    case .tooLong: "it is longer than \(RegularExpression.longest) bytes"
    case .unsupported(let construct): "RE2 has no \(construct)"
    case .syntax: "the syntax is invalid"
    case .noLibrary: "it needs the package libpcre2-8-0"
    }
  }
}

/// A range of IP addresses: a single address such as `10.0.0.7`, or a CIDR block such as `10.0.0.0/8` or
/// `fd00::/8`.
///
/// The bits after the prefix of a block are ignored.
package struct IPRange: Hashable, Sendable {
  /// The bytes of the address: 4 or 16.
  private let bytes: [UInt8]
  /// The number of leading bits that all addresses of the range share.
  private let prefix: Int

  /// Parses an address or a block; `nil` for other text.
  package init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = parts.first, let bytes = Self.bytes(of: String(first)) else { return nil }
    self.bytes = bytes
    guard parts.count == 2 else {
      prefix = bytes.count * 8
      return
    }
    let digits = parts[1]
    guard !digits.isEmpty, digits.utf8.count <= 3,
      digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let prefix = Int(digits), prefix <= bytes.count * 8
    else { return nil }
    self.prefix = prefix
  }

  /// Returns whether the range contains an address; an IPv4 range contains no IPv6 addresses, and vice
  /// versa.
  ///
  /// - Parameter address: A range of a single address.
  /// - Returns: Whether the address is in the range; `false` for a range of several addresses.
  package func contains(_ address: IPRange) -> Bool {
    guard bytes.count == address.bytes.count, address.prefix == bytes.count * 8 else {
      return false
    }
    let whole = prefix / 8
    guard bytes.prefix(whole) == address.bytes.prefix(whole) else { return false }
    let rest = prefix % 8
    guard rest > 0 else { return true }
    let mask = UInt8(truncatingIfNeeded: 0xFF00 >> rest)
    return bytes[whole] & mask == address.bytes[whole] & mask
  }

  private static func bytes(of text: String) -> [UInt8]? {
    var four = [UInt8](repeating: 0, count: 4)
    if inet_pton(AF_INET, text, &four) == 1 { return four }
    var sixteen = [UInt8](repeating: 0, count: 16)
    return inet_pton(AF_INET6, text, &sixteen) == 1 ? sixteen : nil
  }
}

extension IPRange: CustomStringConvertible {
  /// The range as text, such as `10.0.0.0/8`; an IPv6 address is written byte by byte, without `::`.
  package var description: String {
    let address =
      bytes.count == 4
      ? bytes.map(String.init).joined(separator: ".")
      : bytes.map { String($0, radix: 16) }.joined(separator: ":")
    return address + "/\(prefix)"
  }
}
