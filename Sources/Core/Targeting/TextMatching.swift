import CPCRE2
import Documents
import Glibc

/// A list of texts, in which a text is found byte for byte.
package struct TextList: Sendable {
  package let values: [String]
  /// The values of a long list; `nil` for a short one, in which a linear search is faster.
  private let set: Set<String>?

  package init(_ values: [String]) {
    self.values = values
    set = values.count > 8 ? Set(values) : nil
  }

  package func contains(_ text: String) -> Bool {
    // A set compares canonical equivalents as equal, so that its hit has to be confirmed.
    if let set, !set.contains(text) { return false }
    return values.contains { $0.isSameText(as: text) }
  }
}

package enum TextPosition: Hashable, Sendable { case start, end, anywhere }

extension String {
  /// Whether both texts have the same bytes.
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

  /// Whether the text has the bytes of another one at a position.
  package func has(_ other: String, at position: TextPosition) -> Bool {
    switch position {
    case .start: utf8.starts(with: other.utf8)
    case .end:
      utf8.count >= other.utf8.count && utf8.suffix(other.utf8.count).elementsEqual(other.utf8)
    case .anywhere: contains(bytesOf: other)
    }
  }

  /// Whether the text contains another one, in linear time.
  ///
  /// Pure ASCII texts, which nearly all attributes are, are compared by bytes. A carriage return
  /// and a line feed are then two characters. Other texts are compared by characters (grapheme
  /// clusters); canonically equivalent characters are equal.
  package func containsText(_ other: String) -> Bool {
    guard utf8.allSatisfy({ $0 < 0x80 }), other.utf8.allSatisfy({ $0 < 0x80 }) else {
      return Array(self).contains(part: Array(other))
    }
    return has(other, at: .anywhere)
  }

  /// Whether the text contains the bytes of another one, in linear time.
  private func contains(bytesOf other: String) -> Bool {
    // On some processors, the search of the C library takes quadratic time for long parts.
    guard other.utf8.count <= 64, !other.utf8.contains(0) else {
      return Array(utf8).contains(part: Array(other.utf8))
    }
    return withCString { text in
      other.withCString { part in
        // Searches between the null characters, at which the search of the C library ends.
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
  /// Whether the array contains a part, by the algorithm of Knuth, Morris and Pratt.
  fileprivate func contains(part: [Element]) -> Bool {
    guard !part.isEmpty else { return true }
    // For each element of the part, the length of the longest start of the part that ends there.
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

/// A regular expression in the syntax of RE2, which is searched for in a text in bounded time.
///
/// PCRE2 executes the expression, translated to its syntax. Constructs that RE2 does not have (look-around,
/// back-references, possessive quantifiers, atomic groups and others) are rejected before PCRE2 compiles
/// the expression. A search passes over the text once, in all states of the expression at the same time, and
/// the number of states is limited, so that no expression and no text can block a server.
package final class RegularExpression: Sendable {
  /// The result of a search.
  package enum Result: Hashable, Sendable {
    /// The text contains the expression, or does not.
    case found(Bool)
    /// The search needs more states than the limit allows, or the text is too large.
    case tooComplex
  }

  /// The reason why an expression cannot be used.
  package enum Defect: Error, Hashable, Sendable {
    /// The expression is longer than ``RegularExpression/longest`` bytes.
    case tooLong
    /// RE2 does not have the construct, such as `look-around`.
    case unsupported(String)
    /// The syntax is invalid.
    case syntax
    /// The library PCRE2 is not installed.
    case noLibrary
  }

  /// The largest expression, in bytes.
  package static let longest = 10_000
  /// The largest text, in bytes; a search of a larger text is too complex.
  package static let longestText = cpcre2_text_limit
  /// The largest product of the size of a text and the square of the number of states at once.
  package static let workLimit = Int(cpcre2_work_limit)

  // The pointer is never modified, and PCRE2 only reads the compiled expression in a search.
  private nonisolated(unsafe) let expression: OpaquePointer

  /// Whether PCRE2 can be loaded.
  package static var hasLibrary: Bool { cpcre2_is_ready() != 0 }

  /// Compiles an expression.
  ///
  /// - Parameters:
  ///   - pattern: The expression.
  ///   - ignoresCase: Whether upper and lower case letters match each other.
  ///   - isOfRust: Whether the expression may also have the flags that only the library for Rust has:
  ///     `x` for ignored white space, and `u`.
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
    // A search of an unknown number of states is charged only after it; this one finds out whether it may
    // run.
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
  /// The reason, for the end of a sentence about the expression.
  package var description: String {
    switch self {
    case .tooLong: "it is longer than \(RegularExpression.longest) bytes"
    case .unsupported(let construct): "RE2 has no \(construct)"
    case .syntax: "the syntax is invalid"
    case .noLibrary: "it needs the package libpcre2-8-0"
    }
  }
}

/// A range of IP addresses: an address such as `10.0.0.7`, or a block such as `10.0.0.0/8` or
/// `fd00::/8`; bits of the host in a block are ignored.
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

  /// Whether the range contains an address; addresses of the other family are never contained.
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
  /// The range as text, such as `10.0.0.0/8`; an IPv6 address has all its bytes.
  package var description: String {
    let address =
      bytes.count == 4
      ? bytes.map(String.init).joined(separator: ".")
      : bytes.map { String($0, radix: 16) }.joined(separator: ":")
    return address + "/\(prefix)"
  }
}
