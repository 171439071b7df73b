import FeatureFlags

/// A cache of limited size whose entries expire; a full cache removes the least recently used
/// entry.
struct ExpiringCache<Value: Sendable>: Sendable {
  private var cache: SizedCache<String, (value: Value, saved: Duration)>
  private let isEnabled: Bool
  private let timeout: Duration

  /// Creates a cache; if the size or the timeout is 0 or less, the cache stores nothing.
  init(size: Int, timeout: Duration) {
    self.timeout = timeout
    isEnabled = size > 0 && timeout > .zero
    cache = SizedCache(limit: SizedCache.Limit(count: size, size: .max, entry: .max))
  }

  /// Returns the value for the given key; `nil` if there is no value, or the value has expired.
  mutating func lookup(_ key: String, at now: Duration) -> Value? {
    guard let (value, saved) = cache.value(for: key) else { return nil }
    guard now - saved < timeout else {
      cache.remove(key)
      return nil
    }
    return value
  }

  /// Stores a value for the given key; `now` starts the timeout of the value.
  mutating func save(_ value: Value, of key: String, at now: Duration) {
    if isEnabled { cache.store((value, now), size: 0, for: key) }
  }

  mutating func remove(_ key: String) { cache.remove(key) }

  /// Removes the values for all keys.
  mutating func reset() { cache.removeAll() }
}
