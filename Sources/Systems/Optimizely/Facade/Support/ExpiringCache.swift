/// A cache of limited size whose entries expire; a full cache removes the least recently used
/// entry.
struct ExpiringCache<Value: Sendable>: Sendable {
  private struct Entry: Sendable {
    let value: Value
    let saved: Duration
    var lastUse: Int
  }

  private let size: Int
  private let timeout: Duration
  private var entries: [String: Entry] = [:]
  private var uses = 0

  /// Creates a cache; if the size or the timeout is 0 or less, the cache stores nothing.
  init(size: Int, timeout: Duration) {
    self.size = timeout > .zero ? size : 0
    self.timeout = timeout
  }

  /// Returns the value for the given key; `nil` if there is no value, or the value has expired.
  mutating func lookup(_ key: String, at now: Duration) -> Value? {
    guard var entry = entries[key] else { return nil }
    guard now - entry.saved < timeout else {
      entries[key] = nil
      return nil
    }
    uses += 1
    entry.lastUse = uses
    entries[key] = entry
    return entry.value
  }

  /// Stores a value for the given key; `now` starts the timeout of the value.
  mutating func save(_ value: Value, of key: String, at now: Duration) {
    guard size > 0 else { return }
    if entries[key] == nil, entries.count >= size,
      let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse })
    {
      entries[oldest.key] = nil
    }
    uses += 1
    entries[key] = Entry(value: value, saved: now, lastUse: uses)
  }

  /// Removes the value for the given key.
  mutating func remove(_ key: String) {
    entries[key] = nil
  }

  /// Removes the values for all keys.
  mutating func reset() {
    entries = [:]
  }
}
