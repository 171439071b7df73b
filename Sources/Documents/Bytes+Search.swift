import Glibc

extension [UInt8] {
  /// Whether the bytes contain a text; fast for documents of many megabytes.
  package func contains(text: String) -> Bool {
    let wanted = Array(text.utf8)
    guard let first = wanted.first else { return true }
    return withUnsafeBytes { bytes in
      guard var start = bytes.baseAddress else { return false }
      var rest = bytes.count
      while rest >= wanted.count,
        let found = memchr(start, Int32(first), rest - wanted.count + 1)
      {
        if memcmp(found, wanted, wanted.count) == 0 { return true }
        rest -= UnsafeRawPointer(found) - start + 1
        start = UnsafeRawPointer(found) + 1
      }
      return false
    }
  }
}
