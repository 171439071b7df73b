import Documents
import FeatureFlags
import Files
import Locking

/// Evaluates all features for one user, and caches the responses of the last users.
final class BulkEvaluation: Sendable {
  private struct Entry {
    let document: ServedDocument
    let count: Int
    /// The number of the last use, which determines the least recently used entry.
    var use: Int
  }

  private struct State {
    var version = -1
    var entries: [EvaluationContext: Entry] = [:]
    var size = 0
    var uses = 0
  }

  /// The largest number of cached responses, and of their bytes.
  private static let limit = (count: 256, size: 32 << 20)

  private let state = Locked(State())
  private let served: ServedStore
  /// The JSON of the member `eventStreams`.
  let eventStreams: [UInt8]

  /// Creates an evaluation without cached responses.
  ///
  /// - Parameters:
  ///   - served: The store.
  ///   - eventsPath: The path and the query of the event stream, which each response announces.
  init(_ served: ServedStore, eventsPath: String) {
    self.served = served
    let endpoint = JSONValue.object([("requestUri", .string(eventsPath))])
    let stream = JSONValue.object([
      ("type", .string("sse")), ("endpoint", endpoint), ("inactivityDelaySec", .integer(120)),
    ])
    eventStreams = Array(JSONValue.list([stream]).text().utf8)
  }

  /// Returns the response for a user, with the number of features.
  func document(in context: EvaluationContext) -> (document: ServedDocument, count: Int) {
    let version = served.version
    let cached = state.withLock { state -> Entry? in
      if state.version != version.number {
        state = State(version: version.number)
      }
      state.uses += 1
      state.entries[context]?.use = state.uses
      return state.entries[context]
    }
    if let cached { return (cached.document, cached.count) }
    let (features, origin) = served.store.views(in: context)
    let bytes = encode(features, origin)
    let document = ServedDocument(bytes: bytes, modified: nil)
    store(Entry(document: document, count: features.count, use: 0), context, version.number)
    return (document, features.count)
  }

  private func encode(_ features: [Feature], _ origin: Origin?) -> [UInt8] {
    var json = JSONBytes(capacity: features.count * 160)
    json.raw("{\"flags\":[")
    var isFirst = true
    for feature in features {
      for part in FlagKey.parts(of: feature) {
        guard let result = ServedResult(part, of: feature, origin: origin) else { continue }
        if !isFirst { json.raw(",") }
        isFirst = false
        json.append(result, key: FlagKey.key(part, of: feature))
      }
    }
    json.raw("],\"metadata\":{\"server\":\"halyard\"},\"eventStreams\":")
    json.raw(eventStreams)
    json.raw("}")
    return json.bytes
  }

  private func store(_ entry: Entry, _ context: EvaluationContext, _ version: Int) {
    state.withLock { state in
      let size = entry.document.bytes.count
      guard state.version == version, size <= Self.limit.size else { return }
      while state.entries.count >= Self.limit.count || state.size + size > Self.limit.size,
        let oldest = state.entries.min(by: { $0.value.use < $1.value.use })
      {
        state.entries[oldest.key] = nil
        state.size -= oldest.value.document.bytes.count
      }
      var entry = entry
      entry.use = state.uses
      if let former = state.entries.updateValue(entry, forKey: context) {
        state.size -= former.document.bytes.count
      }
      state.size += size
    }
  }
}
