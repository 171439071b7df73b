import Glibc

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
