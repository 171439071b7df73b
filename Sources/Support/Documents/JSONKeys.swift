/// Finds a key among a few known ones by its bytes, without creating a string.
package struct JSONKeys: Sendable {
  /// The length and the first eight bytes of each key, which tell most keys apart without its other bytes.
  private let heads: [(count: Int, start: UInt64)]
  private let keys: [[UInt8]]

  /// Creates a table of keys, each of which has at least one byte.
  package init(_ keys: some Sequence<String>) {
    self.keys = keys.map { Array($0.utf8) }
    heads = self.keys.map { key in (key.count, key.withUnsafeBytes(Self.start)) }
  }

  /// Returns the index of the key with the given bytes; `nil` for an unknown key.
  package func index(of key: UnsafeRawBufferPointer) -> Int? {
    let (count, start) = (key.count, Self.start(of: key))
    for index in heads.indices where heads[index].count == count && heads[index].start == start {
      if count <= 8 || keys[index].withUnsafeBytes({ $0.elementsEqual(key) }) { return index }
    }
    return nil
  }

  /// The first eight bytes; missing ones are 0.
  private static func start(of bytes: UnsafeRawBufferPointer) -> UInt64 {
    if bytes.count >= 8 { return bytes.loadUnaligned(as: UInt64.self) }
    var start: UInt64 = 0
    for byte in bytes { start = start << 8 | UInt64(byte) }
    return start
  }
}
