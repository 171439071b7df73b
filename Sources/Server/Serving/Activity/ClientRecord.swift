import FeatureFlags
import Workbench

import struct FoundationEssentials.Date

/// A client with the counts from which its rate of requests is computed.
struct ClientRecord {
  let key: ActivityRecorder.ClientKey
  var client: ServedClient
  private var users = DistinctUsers()
  /// The requests in the current period, and in the one before.
  private var counts = (current: 0, previous: 0)
  private var periodStart: Date

  /// The length of a period in seconds.
  private static let period = 2.0

  init(
    _ number: Int,
    _ key: ActivityRecorder.ClientKey,
    _ software: ClientSoftware?,
    at date: Date
  ) {
    self.key = key
    periodStart = date
    client = ServedClient(
      id: number,
      address: key.address,
      userAgent: key.userAgent,
      software: software,
      app: key.app,
      instance: key.instance,
      endpoint: ActivityRecorder.unknownEndpoint,
      lastSeen: date,
      requestCount: 0
    )
  }

  mutating func record(
    _ endpoint: String,
    _ context: EvaluationContext?,
    at date: Date
  ) {
    client.endpoint = endpoint
    client.lastSeen = date
    client.requestCount += 1
    if let context { record(context) }
    advance(to: date)
    counts.current += 1
  }

  private mutating func record(_ context: EvaluationContext) {
    defer { client.context = context }
    // Skips the hash if the user is unchanged, because most clients have only one user.
    guard let key = context.targetingKey, key != client.context?.targetingKey else { return }
    users.insert(UInt64(truncatingIfNeeded: key.hashValue))
    client.userCount = users.count
  }

  /// The client with its requests per second at the given time.
  func client(at date: Date) -> ServedClient {
    var record = self
    record.advance(to: date)
    // Counts the requests of the previous period in proportion to the part of it that is less than one
    // period ago.
    let share = date.timeIntervalSince(record.periodStart) / Self.period
    let count = Double(record.counts.current) + Double(record.counts.previous) * (1 - share)
    record.client.rate = count / Self.period
    return record.client
  }

  private mutating func advance(to date: Date) {
    let elapsed = date.timeIntervalSince(periodStart) / Self.period
    // A clock that was set back starts a new period.
    guard elapsed >= 1 || elapsed < 0 else { return }
    counts = (0, elapsed >= 0 && elapsed < 2 ? counts.current : 0)
    periodStart =
      elapsed >= 0 && elapsed < 2 ? periodStart.addingTimeInterval(Self.period) : date
  }
}

extension ActivityRecorder.ClientKey: Hashable {
  /// Compares the parts that identify a client.
  ///
  /// The user agent of a client with an instance name is ignored, because one instance can use several
  /// HTTP libraries, such as a separate one for its event stream.
  static func == (left: Self, right: Self) -> Bool {
    left.address == right.address && left.app == right.app && left.instance == right.instance
      && (left.instance != nil || left.userAgent == right.userAgent)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(address)
    hasher.combine(app)
    hasher.combine(instance)
    if instance == nil { hasher.combine(userAgent) }
  }
}
