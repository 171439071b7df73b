/// Counts distinct users by their hashes: a small number exactly, and more by an estimate.
struct DistinctUsers: Sendable {
  /// The number of users that are counted exactly.
  private static let limit = 1_000

  private var hashes: Set<UInt64> = []
  /// The sketch of all users; `nil` while they are counted exactly.
  private var sketch: DistinctSketch?

  mutating func insert(_ hash: UInt64) {
    if sketch == nil {
      hashes.insert(hash)
      guard hashes.count > Self.limit else { return }
      var all = DistinctSketch()
      for hash in hashes { all.insert(hash) }
      (sketch, hashes) = (all, [])
    } else {
      sketch?.insert(hash)
    }
  }

  var count: Int { sketch?.count ?? hashes.count }

  /// The approximate memory, in bytes.
  var memory: Int { sketch == nil ? hashes.capacity * 9 : DistinctSketch.memory }
}
