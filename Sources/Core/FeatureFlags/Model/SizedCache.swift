/// A cache that evicts the least recently used values when it exceeds its limit of values or of bytes.
///
/// The size of an entry includes the size of its key.
package struct SizedCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  package struct Limit: Sendable {
    /// The largest number of values.
    package let count: Int
    /// The largest size of all keys and values, in bytes.
    package let size: Int
    /// The largest size of one key with its value, in bytes; a larger entry is not stored.
    package let entry: Int

    package init(count: Int, size: Int, entry: Int) {
      (self.count, self.size, self.entry) = (count, size, entry)
    }
  }

  private struct Entry {
    let value: Value
    let size: Int
    /// The sequence number of the last access; the entry with the smallest number is the least recently
    /// used one.
    var use: Int
  }

  private let limit: Limit
  private var entries: [Key: Entry] = [:]
  /// The size of all keys and values, in bytes.
  package private(set) var size = 0
  private var uses = 0

  /// Creates an empty cache.
  package init(limit: Limit) {
    self.limit = limit
  }

  /// The number of values.
  package var count: Int { entries.count }

  /// Returns the value of a key, and records the access; `nil` if the cache has no value for the key.
  package mutating func value(for key: Key) -> Value? {
    guard let entry = entries[key] else { return nil }
    uses += 1
    entries[key]?.use = uses
    return entry.value
  }

  /// Stores a value, and evicts the least recently used values to stay within the limits; `size` is the
  /// size of the key and the value in bytes.
  package mutating func store(_ value: Value, size: Int, for key: Key) {
    remove(key)
    guard size <= limit.entry else { return }
    while entries.count >= limit.count || self.size + size > limit.size,
      let oldest = entries.min(by: { $0.value.use < $1.value.use })
    {
      remove(oldest.key)
    }
    uses += 1
    entries[key] = Entry(value: value, size: size, use: uses)
    self.size += size
  }

  /// Removes the value of a key, if there is one.
  package mutating func remove(_ key: Key) {
    size -= entries.removeValue(forKey: key)?.size ?? 0
  }

  package mutating func removeAll() {
    entries = [:]
    size = 0
  }
}
