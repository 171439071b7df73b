import Glibc

extension [UInt8] {
  /// Whether both arrays have the same bytes; uses `memcmp`, which compares several bytes at once.
  package func isEqual(to other: [UInt8]) -> Bool {
    guard count == other.count else { return false }
    return withUnsafeBytes { bytes in
      other.withUnsafeBytes { others in
        guard let first = bytes.baseAddress, let second = others.baseAddress else { return true }
        return first == second || memcmp(first, second, bytes.count) == 0
      }
    }
  }

  /// Whether the bytes contain the UTF-8 bytes of the text.
  package func contains(text: String) -> Bool {
    guard !text.isEmpty else { return true }
    return withUnsafeBufferPointer { bytes in
      ByteSearch(Array(text.utf8)).first(in: bytes, from: 0, to: count) != nil
    }
  }
}
