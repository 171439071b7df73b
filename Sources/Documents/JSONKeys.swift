/// Finds a key among a few known ones by its bytes, without creating a string.
package struct JSONKeys: Sendable {
  private let keys: [(first: UInt8, bytes: [UInt8])]

  /// Creates a table of keys, each of which has at least one byte.
  package init(_ keys: some Sequence<String>) {
    self.keys = keys.map { key in (key.utf8.first ?? 0, Array(key.utf8)) }
  }

  /// Returns the index of the key with the given bytes; `nil` for an unknown key.
  package func index(of key: UnsafeRawBufferPointer) -> Int? {
    guard let first = key.first else { return nil }
    for index in keys.indices {
      let known = keys[index]
      guard known.first == first, known.bytes.count == key.count else { continue }
      if known.bytes.withUnsafeBytes({ $0.elementsEqual(key) }) { return index }
    }
    return nil
  }
}
