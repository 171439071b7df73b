import Glibc

/// The name under which a configuration lists a feature.
///
/// Names are compared byte for byte in UTF-8: `"new cart"` and `"New Cart"` are two features. So are
/// two spellings of one accent, which differ in the sources and in the code that names them.
public struct FeatureName: RawRepresentable, Hashable, Sendable, Codable {
  /// The name as the configuration writes it.
  public let rawValue: String

  /// Makes a name from the text that a configuration uses.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }
}

extension FeatureName {
  /// Compares the UTF-8 bytes; no text is normalised, which would take quadratic time.
  public static func == (left: FeatureName, right: FeatureName) -> Bool {
    var (left, right) = (left.rawValue, right.rawValue)
    return left.withUTF8 { left in
      right.withUTF8 { right in
        guard left.count == right.count else { return false }
        guard let leftBytes = left.baseAddress, let rightBytes = right.baseAddress else {
          return left.isEmpty
        }
        return memcmp(leftBytes, rightBytes, left.count) == 0
      }
    }
  }

  /// Hashes the UTF-8 bytes.
  public func hash(into hasher: inout Hasher) {
    var text = rawValue
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

extension FeatureName: ExpressibleByStringLiteral {
  /// Makes a name from a literal.
  public init(stringLiteral value: String) {
    self.init(rawValue: value)
  }
}

extension FeatureName: CustomStringConvertible {
  /// The name itself.
  public var description: String { rawValue }
}
