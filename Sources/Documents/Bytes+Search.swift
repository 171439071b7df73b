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

  /// Whether the bytes contain the UTF-8 bytes of the text; uses `memchr` and `memcmp`, because
  /// documents can have many megabytes.
  package func contains(text: String) -> Bool {
    let needle = Array(text.utf8)
    guard let first = needle.first else { return true }
    return withUnsafeBytes { bytes in
      guard var start = bytes.baseAddress else { return false }
      var rest = bytes.count
      while rest >= needle.count,
        let found = memchr(start, Int32(first), rest - needle.count + 1)
      {
        if memcmp(found, needle, needle.count) == 0 { return true }
        rest -= UnsafeRawPointer(found) - start + 1
        start = UnsafeRawPointer(found) + 1
      }
      return false
    }
  }
}
