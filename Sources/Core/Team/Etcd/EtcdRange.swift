/// A range of keys in etcd: one key, or all keys with a common prefix.
struct EtcdRange: Hashable, Sendable {
  let start: [UInt8]
  /// The exclusive end of the range; `nil` if the range is the single key `start`.
  let end: [UInt8]?

  init(key: [UInt8]) {
    start = key
    end = nil
  }

  /// Creates the range of all keys that begin with the given text, whose last byte must not be 0xFF.
  init(prefix: String) {
    self.init(from: Array(prefix.utf8), throughPrefix: prefix)
  }

  /// Creates a range from its start to its exclusive end; with `nil`, the range is a single key.
  init(from start: [UInt8], to end: [UInt8]?) {
    self.start = start
    self.end = end
  }

  /// Creates the range from a key up to and including all keys that begin with the given text.
  init(from start: [UInt8], throughPrefix prefix: String) {
    self.start = start
    let last = Array(prefix.utf8)
    end = last.dropLast() + last.suffix(1).map { $0 + 1 }
  }

  /// Whether a key belongs to the range.
  func contains(_ key: [UInt8]) -> Bool {
    guard let end else { return key == start }
    return !key.lexicographicallyPrecedes(start) && key.lexicographicallyPrecedes(end)
  }
}
