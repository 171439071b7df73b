import Glibc

extension Feature {
  /// The name under which a configuration lists a feature.
  ///
  /// Names are compared byte for byte in UTF-8: `"new cart"` and `"New Cart"` are different, and so
  /// are two Unicode normalization forms of one text. The look-ups of the drop-in API, such as
  /// ``Feature/isEnabled(_:isDevelopment:)``, also find a name in another normalization form.
  public struct Name: RawRepresentable, Hashable, Sendable, Codable {
    /// The name as the configuration spells it.
    public let rawValue: String
    /// The hash of the UTF-8 bytes, computed once because a name is looked up many times.
    let byteHash: UInt64

    /// Creates a name from its spelling in the configuration, which is not normalised.
    public init(rawValue: String) {
      self.rawValue = rawValue
      byteHash = FastHash.hash(rawValue)
    }
  }
}

extension Feature.Name {
  /// Whether the name has ASCII characters only, so that no other spelling of it exists.
  var isASCII: Bool { rawValue.utf8.allSatisfy { $0 < 0x80 } }

  /// Whether the name is empty or consists of white space.
  var isBlank: Bool {
    // Most names begin with a visible ASCII character, which needs no Unicode properties.
    if let first = rawValue.utf8.first, (0x21..<0x7F).contains(first) { return false }
    return rawValue.allSatisfy(\.isWhitespace)
  }
}

extension Feature.Name {
  /// Compares the UTF-8 bytes; Unicode normalisation could take quadratic time.
  public static func == (left: Feature.Name, right: Feature.Name) -> Bool {
    guard left.byteHash == right.byteHash else { return false }
    let isEqual = left.rawValue.utf8.withContiguousStorageIfAvailable { left in
      right.rawValue.utf8.withContiguousStorageIfAvailable { right in
        guard left.count == right.count else { return false }
        guard let leftBytes = left.baseAddress, let rightBytes = right.baseAddress else {
          return left.isEmpty
        }
        return memcmp(leftBytes, rightBytes, left.count) == 0
      }
    }
    // Native strings have contiguous storage; others are compared byte by byte.
    return (isEqual ?? nil) ?? left.rawValue.utf8.elementsEqual(right.rawValue.utf8)
  }

  /// Adds the hash of the UTF-8 bytes to the hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(byteHash)
  }
}

extension Feature.Name {
  /// Hashes the name for a dictionary or a set, which call this instead of `hash(into:)`.
  ///
  /// The hasher of the standard library would account for half of the time of a look-up. `Hashable`
  /// does not document this function: a standard library without it calls `hash(into:)`, which is
  /// slower and correct.
  public func _rawHashValue(seed: Int) -> Int {
    Int(truncatingIfNeeded: FastHash.fold(byteHash, seed: UInt64(truncatingIfNeeded: seed)))
  }
}

extension Feature.Name: ExpressibleByStringLiteral {
  /// Creates a name from a string literal.
  public init(stringLiteral value: String) {
    self.init(rawValue: value)
  }
}

extension Feature.Name: CustomStringConvertible {
  /// The name as the configuration spells it.
  public var description: String { rawValue }
}

/// The name of ``Feature/Name`` in code that was written for the original framework.
public typealias Feature.Name = Feature.Name
