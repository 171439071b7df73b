/// The last known evaluations by context and key, with limits of their number and size; the least recently
/// used evaluations are evicted first.
struct EvaluationCache: Sendable {
  /// The identity of an evaluation: its context, and the key of one flag or `nil` for all flags.
  struct Key: Hashable, Sendable {
    let context: OFREPContext
    let flag: String?
  }

  /// The evaluation of one flag or of all flags.
  enum Content: Sendable {
    case one(OFREPEntry)
    case all(OFREPBulkEvaluation)
  }

  /// A stored evaluation with its validator.
  struct Entry: Sendable {
    var content: Content
    /// The entity tag for a conditional request; `nil` if the response had no tag.
    var etag: String?
    /// The uptime until which the evaluation is used without a request.
    var freshUntil: Duration
    /// The rules of the response's headers for its use, such as `no-store`.
    var policy: CachePolicy
    /// The size of the body and of the context, in bytes.
    var size: Int
  }

  private struct Slot {
    var entry: Entry
    var lastUse: UInt64
  }

  private let maximumCount: Int
  private let maximumSize: Int
  private var slots: [Key: Slot] = [:]
  private var size = 0
  private var useCount: UInt64 = 0

  /// Creates an empty cache.
  ///
  /// - Parameters:
  ///   - maximumCount: The largest number of evaluations.
  ///   - maximumSize: The largest size of their bodies and contexts together, in bytes.
  init(maximumCount: Int, maximumSize: Int) {
    self.maximumCount = maximumCount
    self.maximumSize = maximumSize
  }

  /// The number of stored evaluations.
  var count: Int { slots.count }

  /// Returns a stored evaluation, and marks it as used; `nil` if there is none.
  mutating func entry(for key: Key) -> Entry? {
    guard let slot = slots[key] else { return nil }
    useCount += 1
    slots[key]?.lastUse = useCount
    return slot.entry
  }

  /// Returns the evaluation to use while the server is down; `nil` if there is none that may be used.
  ///
  /// The evaluation of one flag can be taken from a stored bulk evaluation.
  mutating func fallback(for key: Key) -> Content? {
    if let entry = entry(for: key), entry.policy.isFallback { return entry.content }
    guard let flag = key.flag, let bulk = entry(for: Key(context: key.context, flag: nil)),
      bulk.policy.isFallback, case .all(let evaluation) = bulk.content
    else { return nil }
    return evaluation.entry(flag).map(Content.one)
  }

  /// Stores an evaluation, unless it is larger than the limit of all.
  mutating func store(_ entry: Entry, for key: Key) {
    remove(key)
    guard entry.size <= maximumSize else { return }
    useCount += 1
    slots[key] = Slot(entry: entry, lastUse: useCount)
    size += entry.size
    if slots.count > maximumCount || size > maximumSize { evict() }
  }

  /// Removes the evaluation with the given key, if there is one.
  mutating func remove(_ key: Key) {
    size -= slots.removeValue(forKey: key)?.entry.size ?? 0
  }

  /// Makes all evaluations stale, so that each is revalidated before its next use.
  mutating func expireAll() {
    for key in slots.keys { slots[key]?.entry.freshUntil = .zero }
  }

  /// Removes the least recently used evaluations until an eighth of each limit is free, so that the cost of
  /// sorting is amortised over many insertions.
  private mutating func evict() {
    for (key, _) in slots.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
      let isSmall = size <= maximumSize - maximumSize / 8
      guard slots.count > maximumCount - maximumCount / 8 || !isSmall else { return }
      remove(key)
    }
  }
}
