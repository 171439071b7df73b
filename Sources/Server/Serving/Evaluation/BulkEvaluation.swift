import Documents
import FeatureFlags
import FlagSystem
import HTTPServer
import Locking
import Targeting

/// Evaluates all features for one user, and caches the responses for recent users.
final class BulkEvaluation: Sendable {
  /// The response for one user.
  struct Result: Sendable {
    let document: ServedDocument
    /// The number of features.
    let count: Int
    /// Whether the next call has the same result, because no feature's result is random or depends on
    /// the time.
    let isRepeatable: Bool
  }

  /// The limits of the cache of responses: their number, and the bytes of the responses with their
  /// contexts.
  static let limit = SizedCache<EvaluationContext, Result>.Limit(
    count: 256,
    size: 24 << 20,
    entry: 8 << 20
  )
  /// The largest evaluation that runs on the thread of a connection, whose other clients have to wait: the
  /// number of features, and the bytes of the last response.
  private static let quick = (features: 500, size: 128 << 10)

  /// Records the results of tests for a user; `version` is the version of the store before the evaluation.
  typealias Recorder =
    @Sendable (
      _ results: [ServedResult],
      _ user: EvaluationContext,
      _ version: Int
    ) -> Void

  private let results: ResultCache<EvaluationContext, Result>
  private let served: ServedStore
  private let recordTests: Recorder
  /// The size of the last response in bytes.
  private let lastSize = Locked(0)
  /// The JSON of the member `eventStreams` of each response.
  let eventStreams: [UInt8]

  /// Creates an evaluation without cached responses.
  ///
  /// - Parameters:
  ///   - served: The store.
  ///   - eventsPath: The path and the query of the event stream, which each response announces.
  ///   - pool: The pool on which evaluations of many features run.
  ///   - recordTests: Records the results of tests.
  init(
    _ served: ServedStore,
    eventsPath: String,
    pool: WorkPool,
    recordTests: @escaping Recorder
  ) {
    self.served = served
    self.recordTests = recordTests
    results = ResultCache(limit: Self.limit, pool: pool) { context, result in
      result.isRepeatable ? context.memory + result.document.bytes.count : nil
    }
    let endpoint = JSONValue.object([("requestUri", .string(eventsPath))])
    let stream = JSONValue.object([
      ("type", .string("sse")), ("endpoint", endpoint), ("inactivityDelaySec", .integer(120)),
    ])
    eventStreams = Array(JSONValue.list([stream]).text().utf8)
  }

  /// Whether an evaluation is short enough to run on the thread of a connection.
  var isQuick: Bool {
    served.store.features.count <= Self.quick.features
      && lastSize.withLock { $0 } <= Self.quick.size
  }

  /// Returns the response for a user, which is evaluated on this thread if it is not cached.
  ///
  /// Responses for large contexts, and responses that can differ at the next call, are not cached.
  func result(in context: EvaluationContext) -> Result {
    // Reads the version before the features, so that the result is never cached under a later version.
    let version = served.version.number
    guard context.isSmall else { return evaluate(context) }
    if let cached = results.cached(context, version: version) { return cached }
    let result = evaluate(context)
    if !WorkBudget.hasEnded { results.store(result, for: context, version: version) }
    return result
  }

  /// Returns the response for a user from the store of one request; it is not cached, and the user is
  /// not counted in tests.
  func result(in context: EvaluationContext, of store: FlagStore) -> Result {
    evaluate(context, store).result
  }

  /// Returns the cached response for a user; `nil` if none is cached.
  func cached(in context: EvaluationContext) -> Result? {
    context.isSmall ? results.cached(context, version: served.version.number) : nil
  }

  /// Evaluates all features for a user with a small context on the pool, and responds.
  func respond(
    in context: EvaluationContext,
    to send: ResponseSender,
    by respond: @escaping @Sendable (Result) -> ServerResponse
  ) {
    let version = served.version.number
    results.generate(context, version: version, isShared: false, for: send, respond: respond) {
      self.evaluate(context)
    }
  }

  private func evaluate(_ context: EvaluationContext) -> Result {
    let version = served.version.number
    let (result, tests) = evaluate(context, served.store)
    if !WorkBudget.hasEnded { recordTests(tests, context, version) }
    return result
  }

  private func evaluate(
    _ context: EvaluationContext,
    _ store: FlagStore
  ) -> (result: Result, tests: [ServedResult]) {
    let (features, origin, isRepeatable) = store.viewsOfCall(in: context)
    var results: [ServedResult] = []
    let bytes = encode(features, origin, tests: &results)
    lastSize.withLock { $0 = bytes.count }
    let result = Result(
      document: ServedDocument(bytes: bytes, modified: nil),
      count: features.count,
      isRepeatable: isRepeatable
    )
    return (result, results)
  }

  private func encode(
    _ features: [Feature],
    _ origin: Origin?,
    tests: inout [ServedResult]
  ) -> [UInt8] {
    var json = JSONBytes(capacity: features.count * 160)
    json.raw("{\"flags\":[")
    var isFirst = true
    for feature in features {
      for part in FlagKey.parts(of: feature) {
        guard let result = ServedResult(part, of: feature, origin: origin) else { continue }
        if !isFirst { json.raw(",") }
        isFirst = false
        if part == .feature, feature.type.isTest { tests.append(result) }
        json.append(result, key: FlagKey.key(part, of: feature))
      }
    }
    json.raw("],\"metadata\":{\"server\":\"halyard\"},\"eventStreams\":")
    json.raw(eventStreams)
    json.raw("}")
    return json.bytes
  }
}
