import FeatureFlags
import Locking
import Workbench

import struct FoundationEssentials.Date

/// Records the clients of a server, their evaluations, and the use of features, in bounded memory.
///
/// Every method is safe to call from any thread, and takes at most about two microseconds, because each
/// request calls it.
final class ActivityRecorder: Sendable {
  /// The endpoint of a request for an unknown path.
  static let unknownEndpoint = "unknown"

  /// The limits of the recorded activity.
  enum Limit {
    static let clients = 256
    static let evaluations = 500
    static let unknownKeys = 256
    /// The largest number of users, and of apps, of one feature.
    static let users = 8
    /// The largest number of variants in the reports of one app.
    static let variants = 16
    /// The largest number of features of an upstream server whose use is recorded; the use of every feature
    /// of the store is recorded.
    static let upstreamFeatures = 10_000
    /// The largest length of a recorded text, such as a user agent, in bytes or Unicode scalars; a longer
    /// text is cut.
    static let text = 200
    /// The largest size of the recorded attributes of one user, in bytes; larger attributes are left out.
    static let attributes = 2_048
    /// The approximate maximum memory for the counted results of all keys together, in bytes.
    static let resultMemory = 4 << 20
    /// The approximate maximum memory for the recorded users and reports of all features together, in bytes.
    static let userMemory = 16 << 20
  }

  /// The identity of a client.
  struct ClientKey {
    let address: String
    let userAgent: String?
    /// The name of the app, if its SDK sends it.
    var app: String?
    /// The name of the instance of the app, if its SDK sends it.
    var instance: String?
  }

  struct State {
    var activity: ServingActivity
    let userAgents: UserAgents
    var clientNumbers: [ClientKey: Int] = [:]
    var clients: [Int: ClientRecord] = [:]
    var nextClient = 0
    /// The part of ``Limit/userMemory`` that is not used yet, in bytes.
    var freeUserMemory = Limit.userMemory
    /// The part of ``Limit/resultMemory`` that is not used yet, in bytes.
    var freeResultMemory = Limit.resultMemory
    /// The last evaluations; a new one replaces the oldest one once the list is full.
    var evaluations: [ServedEvaluation] = []
    var evaluationCount = 0
    /// The number of recorded requests and streams.
    var revision = 0
    /// The continuation that is resumed by the next record; `nil` if no task waits.
    var waiter: CheckedContinuation<Void, Never>?

    /// Counts a recorded request or stream, and resumes the waiting task.
    mutating func recordChange() {
      revision += 1
      waiter?.resume()
      waiter = nil
    }
  }

  private let state: Locked<State>
  private let now: @Sendable () -> Date

  init(
    _ activity: ServingActivity,
    _ userAgents: UserAgents,
    now: @escaping @Sendable () -> Date
  ) {
    state = Locked(State(activity: activity, userAgents: userAgents))
    self.now = now
  }

  /// The number of recorded requests and streams; while it is unchanged, nothing new was recorded.
  var revision: Int { state.withLock { $0.revision } }

  /// Waits until the revision differs from the given one, or until the task is cancelled.
  ///
  /// Only one task may wait at a time.
  func waitForChange(after revision: Int) async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isNews = state.withLock { state in
          guard state.revision == revision, !Task.isCancelled else { return true }
          state.waiter = continuation
          return false
        }
        if isNews { continuation.resume() }
      }
    } onCancel: {
      let waiter = state.withLock { state in
        defer { state.waiter = nil }
        return state.waiter
      }
      waiter?.resume()
    }
  }

  /// Records a request, and returns the number of its client.
  @discardableResult
  func recordRequest(
    _ endpoint: String,
    from key: ClientKey,
    context: EvaluationContext? = nil,
    isRejected: Bool = false
  ) -> Int {
    let date = now()
    let context = context?.bounded
    return state.withLock { state in
      if isRejected { state.activity.rejectedCount += 1 }
      return state.recordRequest(endpoint, from: key, context, at: date)
    }
  }

  /// Records a request for a single evaluation with a result of the store.
  func record(
    _ result: ServedResult,
    of key: String,
    in context: EvaluationContext,
    from client: ClientKey
  ) {
    let date = now()
    let context = context.bounded
    let text = Self.cut(result.value.description)
    state.withLock { state in
      let isOverridden = result.isOverridden
      state.record(key, text, context, client, at: date, isOverridden: isOverridden)
      state.recordUse(of: result.feature.name, text, context, at: date)
      state.recordResult(text, of: key)
    }
  }

  /// Records a request for a single evaluation with a result of the upstream.
  func record(
    _ result: String,
    of key: String,
    in context: EvaluationContext,
    from client: ClientKey
  ) {
    let date = now()
    let context = context.bounded
    let text = Self.cut(result)
    let key = Self.cut(key)
    state.withLock { state in
      state.record(key, text, context, client, at: date)
      let name = Feature.Name(rawValue: key)
      let isKnown = state.activity.uses[name] != nil
      guard isKnown || state.activity.uses.count < Limit.upstreamFeatures else { return }
      state.recordUse(of: name, text, context, at: date)
      state.recordResult(text, of: key)
    }
  }

  /// Records a request for a single evaluation that has failed; `isUnknown` means that no feature has the
  /// key.
  func recordFailure(
    _ error: String,
    of key: String,
    in context: EvaluationContext,
    from client: ClientKey,
    isUnknown: Bool
  ) {
    let date = now()
    let context = context.bounded
    state.withLock { state in
      let key = Self.cut(key)
      state.record(key, Self.cut(error), context, client, at: date, isUnknown: isUnknown)
      if isUnknown { state.activity.unknownKeys.record(key, at: date) }
    }
  }

  /// Records the evaluations that an SDK reports.
  ///
  /// - Parameters:
  ///   - evaluations: The evaluations of each flag.
  ///   - known: The names of the flags that the source has.
  ///   - endpoint: The endpoint of the request.
  ///   - client: The SDK.
  func record(
    _ evaluations: [ReportedEvaluations],
    known: Set<Feature.Name>,
    _ endpoint: String,
    from client: ClientKey
  ) {
    let date = now()
    let app = client.app ?? client.address
    state.withLock { state in
      let number = state.recordRequest(endpoint, from: client, nil, at: date)
      let total = evaluations.reduce(0) { $0 + $1.total }
      state.clients[number]?.client.evaluationCount.add(count: total)
      for evaluation in evaluations
      where evaluation.total > 0 && known.contains(evaluation.feature) {
        state.recordUse(FeatureUse.AppReport(evaluation, by: app, at: date), of: evaluation.feature)
        state.recordResults(of: evaluation)
      }
      let others = evaluations.lazy.filter { $0.total > 0 && !known.contains($0.feature) }
      for evaluation in others.prefix(Limit.unknownKeys) {
        let key = evaluation.feature.rawValue
        state.activity.unknownKeys.record(key, evaluation.total, at: date)
      }
    }
  }

  /// Records a single evaluation that an SDK reports in addition to its counts.
  func record(
    _ result: String,
    ofReported key: String,
    in context: EvaluationContext,
    from client: ClientKey
  ) {
    let date = now()
    let context = context.bounded
    let (text, key) = (Self.cut(result), Self.cut(key))
    state.withLock { state in state.recordReported(key, text, context, client, at: date) }
  }

  /// Records a bulk evaluation of the given number of features; `isReported` means that the client
  /// itself reports which of the features its app uses.
  func recordBulk(
    of count: Int,
    in context: EvaluationContext,
    by client: Int,
    isReported: Bool = false
  ) {
    let date = now()
    state.withLock { state in
      if !isReported { state.clients[client]?.client.evaluationCount.add(count: count) }
      state.activity.bulkCount += 1
      state.activity.curve.add(1, at: date)
      state.activity.lastBulk = date
      state.append(
        ServedEvaluation(
          id: state.evaluationCount,
          date: date,
          client: client,
          user: context.targetingKey.map(Self.cut),
          key: nil,
          result: count == 1 ? "1 feature" : "\(count) features"
        )
      )
    }
  }

  /// Records that a client has opened or closed an event stream.
  func recordStream(by client: Int, change: Int) {
    state.withLock { state in
      state.recordChange()
      state.clients[client]?.client.streamCount += change
    }
  }

  /// Returns the activity so far.
  func snapshot() -> ServingActivity {
    let date = now()
    return state.withLock { state in
      var activity = state.activity
      activity.clients = state.clients.values.map { $0.client(at: date) }
        .sorted { ($0.lastSeen, $0.id) > ($1.lastSeen, $1.id) }
      let start = state.evaluationCount % Limit.evaluations
      let isFull = state.evaluations.count == Limit.evaluations
      activity.evaluations =
        isFull
        ? Array(state.evaluations[start...] + state.evaluations[..<start]) : state.evaluations
      return activity
    }
  }

  /// Limits the length of a text that a client has sent.
  static func cut(_ text: String) -> String {
    // Counts scalars, because one character can have any number of combining marks.
    text.utf8.count <= Limit.text ? text : String(text.unicodeScalars.prefix(Limit.text))
  }
}
