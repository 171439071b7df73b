import Glibc

extension [UInt8] {
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
