import Documents
import FeatureFlags
import Networking

extension EtcdClient {
  /// The number of keys of the first page, if a range is too large for one response.
  static let pageSize = 128

  /// Reads all keys of a range at one revision; in pages, if their values are too large for one response.
  ///
  /// - Throws: `malformed` for keys that were not requested or are not in ascending order, and `exceeded`
  ///   for a range that is too large; otherwise the error of etcd.
  func read(_ range: EtcdRange) async throws(TeamError) -> EtcdSnapshot {
    var keys = CollectedKeys()
    if let snapshot = try await readWhole(.read(range)) {
      try keys.add(snapshot, inOrderOf: range)
      return snapshot
    }
    var revision: Int64?
    try await readPages(&keys) { keys, size in
      let start = keys.items.last.map { $0.key + [0] } ?? range.start
      let rest = EtcdRange(from: start, to: range.end)
      return .read(rest, limit: size, revision: revision)
    } received: { keys, page throws(TeamError) in
      // Read all pages at the revision of the first page, so that they belong together.
      revision = revision ?? page.revision
      try keys.add(page, inOrderOf: range)
      return true
    }
    return EtcdSnapshot(revision: revision ?? 0, items: keys.items)
  }

  /// Reads some keys of a range, in the order of their creation; in pages, if their values are too large for
  /// one response.
  ///
  /// If the keys exceed the size limit of a namespace, only the first ones are returned.
  ///
  /// - Throws: `malformed` for keys that were not requested; otherwise the error of etcd.
  func read(
    _ range: EtcdRange,
    _ order: EtcdOrder,
    limit: Int
  ) async throws(TeamError) -> EtcdSnapshot {
    var keys = CollectedKeys()
    if let snapshot = try await readWhole(.read(range, order, limit: limit)) {
      try keys.add(snapshot, of: range, order)
      return snapshot
    }
    var first: EtcdSnapshot?
    try await readPages(&keys, limit: limit) { keys, size in
      .read(range, order, limit: size, beyond: keys.items.last?.createRevision)
    } received: { keys, page throws(TeamError) in
      first = first ?? page
      try keys.add(page, of: range, order)
      return !keys.isFull
    }
    return EtcdSnapshot(
      revision: first?.revision ?? 0,
      items: keys.items,
      count: first?.count ?? 0
    )
  }

  /// Reads keys in one response; `nil` if it is too large.
  private func readWhole(_ call: EtcdCall) async throws(TeamError) -> EtcdSnapshot? {
    do throws(TeamError) { return try await send(call, EtcdSnapshot.init) } catch {
      guard error.isOfSize else { throw error }
      return nil
    }
  }

  /// Reads keys page by page, until a page is the last one or `received` returns `false`; a page that is too
  /// large is halved.
  private func readPages(
    _ keys: inout CollectedKeys,
    limit: Int = .max,
    _ call: (_ keys: CollectedKeys, _ size: Int) -> EtcdCall,
    received: (_ keys: inout CollectedKeys, _ page: EtcdSnapshot) throws(TeamError) -> Bool
  ) async throws(TeamError) {
    var size = Self.pageSize
    while keys.items.count < limit {
      let count = min(size, limit - keys.items.count)
      let page: EtcdSnapshot
      do throws(TeamError) { page = try await send(call(keys, count), EtcdSnapshot.init) } catch {
        guard error.isOfSize, size > 1 else { throw error }
        size /= 2
        continue
      }
      guard try received(&keys, page), page.items.count >= count else { break }
    }
  }
}

extension TeamError {
  /// Whether the error is that of a response above the size limit, so that a request for fewer keys can
  /// succeed.
  fileprivate var isOfSize: Bool {
    if case .unreachable(.tooLarge) = self { return true }
    if case .malformed(.limit(.teamResponseValues, _, _)) = self { return true }
    return false
  }
}

/// The keys of a range, collected from the pages that were received so far.
///
/// The keys of each page must follow those of the page before, so that a server cannot send pages without
/// end.
struct CollectedKeys {
  private(set) var items: [EtcdKeyValue] = []
  private var size = 0

  /// Whether the collected keys have reached the size limit of a namespace.
  var isFull: Bool {
    size >= InputLimit.teamBytes.maximum || items.count >= InputLimit.teamKeys.maximum
  }

  /// Adds a page of a range whose keys are read in ascending order.
  mutating func add(_ page: EtcdSnapshot, inOrderOf range: EtcdRange) throws(TeamError) {
    for item in page.items {
      let isLater = items.last.map { $0.key.lexicographicallyPrecedes(item.key) } ?? true
      try append(item, of: range, isInOrder: isLater)
    }
    guard items.count <= InputLimit.teamKeys.maximum else {
      throw .exceeded(.teamKeys, found: items.count)
    }
    guard size <= InputLimit.teamBytes.maximum else { throw .exceeded(.teamBytes, found: size) }
  }

  /// Adds a page of a range whose keys are read in the order of their creation.
  mutating func add(
    _ page: EtcdSnapshot,
    of range: EtcdRange,
    _ order: EtcdOrder
  ) throws(TeamError) {
    let last = items.last?.createRevision
    for item in page.items {
      let isLater =
        switch (order, last) {
        case (_, nil): true
        case (.oldestFirst, let last?): item.createRevision > last
        case (.newestFirst, let last?): item.createRevision < last
        }
      try append(item, of: range, isInOrder: isLater)
    }
  }

  private mutating func append(
    _ item: EtcdKeyValue,
    of range: EtcdRange,
    isInOrder: Bool
  ) throws(TeamError) {
    guard range.contains(item.key) else {
      throw Self.malformed(found: "a key outside of the requested range", expected: "keys in it")
    }
    guard isInOrder else {
      throw Self.malformed(found: "keys out of order", expected: "each key once, in order")
    }
    items.append(item)
    size += item.size
  }

  private static func malformed(found: String, expected: String) -> TeamError {
    .malformed(.unexpected(line: nil, found: found, expected: expected))
  }
}
