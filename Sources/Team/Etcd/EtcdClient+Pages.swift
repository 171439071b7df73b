import FeatureFlags
import Networking

extension EtcdClient {
  /// The number of keys of the first page, if a range is too large for one response.
  private static let pageSize = 128

  /// Reads all keys of a range, as of a revision that most members have; in pages, if their values are too
  /// large for one response.
  func read(_ range: EtcdRange) async throws(TeamError) -> EtcdSnapshot {
    if let snapshot = try await readWhole(.read(range)) { return snapshot }
    var revision: Int64?
    let items = try await readPages { last, size in
      let start = last.map { $0.key + [0] } ?? range.start
      let rest = EtcdRange(from: start, to: range.end)
      return .read(rest, limit: size, revision: revision)
    } received: {
      // All pages are as of the revision of the first one.
      revision = revision ?? $0.revision
    }
    return EtcdSnapshot(revision: revision ?? 0, items: items)
  }

  /// Reads some keys of a range, in the order of their creation; in pages, if their values are too large for
  /// one response.
  ///
  /// No key may have changed since its creation.
  func read(
    _ range: EtcdRange,
    _ order: EtcdOrder,
    limit: Int
  ) async throws(TeamError) -> EtcdSnapshot {
    if let snapshot = try await readWhole(.read(range, order, limit: limit)) { return snapshot }
    var first: EtcdSnapshot?
    let items = try await readPages(limit: limit) { last, size in
      .read(range, order, limit: size, beyond: last?.modRevision)
    } received: {
      first = first ?? $0
    }
    return EtcdSnapshot(revision: first?.revision ?? 0, items: items, count: first?.count ?? 0)
  }

  /// Reads keys in one response; `nil` if it is too large.
  private func readWhole(_ call: EtcdCall) async throws(TeamError) -> EtcdSnapshot? {
    do throws(TeamError) { return try await send(call, EtcdSnapshot.init) } catch {
      guard case .unreachable(.tooLarge) = error else { throw error }
      return nil
    }
  }

  /// Reads keys page by page; a page that is too large is halved.
  private func readPages(
    limit: Int = .max,
    _ call: (_ last: EtcdKeyValue?, _ size: Int) -> EtcdCall,
    received: (EtcdSnapshot) -> Void
  ) async throws(TeamError) -> [EtcdKeyValue] {
    var items: [EtcdKeyValue] = []
    var size = Self.pageSize
    while items.count < limit {
      let count = min(size, limit - items.count)
      do throws(TeamError) {
        let page = try await send(call(items.last, count), EtcdSnapshot.init)
        received(page)
        items += page.items
        guard page.items.count == count else { break }
      } catch {
        guard case .unreachable(.tooLarge) = error, size > 1 else { throw error }
        size /= 2
      }
    }
    return items
  }
}
