/// Remembers the segments of some users for some time; who was not looked up for longest goes first.
struct SegmentCache {
  private struct Entry {
    let segments: [String]
    let saved: Duration
    var lastUse: Int
  }

  private let size: Int
  private let timeout: Duration
  private var entries: [String: Entry] = [:]
  private var uses = 0

  /// Makes a cache; it remembers nothing if the size or the timeout is 0 or less.
  init(size: Int, timeout: Duration) {
    self.size = timeout > .zero ? size : 0
    self.timeout = timeout
  }

  /// Looks a user up.
  mutating func lookup(_ key: String, at now: Duration) -> [String]? {
    guard var entry = entries[key] else { return nil }
    guard now - entry.saved < timeout else {
      entries[key] = nil
      return nil
    }
    uses += 1
    entry.lastUse = uses
    entries[key] = entry
    return entry.segments
  }

  /// Remembers the segments of a user.
  mutating func save(_ segments: [String], of key: String, at now: Duration) {
    guard size > 0 else { return }
    if entries[key] == nil, entries.count >= size,
      let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse })
    {
      entries[oldest.key] = nil
    }
    uses += 1
    entries[key] = Entry(segments: segments, saved: now, lastUse: uses)
  }

  /// Forgets all users.
  mutating func reset() {
    entries = [:]
  }
}
