import FeatureFlags

/// The time limit of an operation, which is shared by all of its calls, such as those for the pages of a
/// range.
///
/// Without it, a server that answers each call just before the timeout could delay a command without end.
struct EtcdDeadline: Sendable {
  private let limit: Duration
  private let end: ContinuousClock.Instant

  /// The deadline of the operation in which the present task runs; `nil` outside of operations.
  @TaskLocal private static var current: EtcdDeadline?

  /// Runs an operation, whose calls must end within a time limit, and within that of an enclosing
  /// operation.
  ///
  /// - Throws: The error of the operation; its calls throw `slow` after the limit.
  static func within<Value, Failure: Error>(
    _ limit: Duration,
    _ operation: () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    var deadline = EtcdDeadline(limit: limit, end: .now + limit)
    if let current, current.end < deadline.end { deadline = current }
    let result: Result<Value, Failure> = await $current.withValue(deadline) {
      do throws(Failure) { return .success(try await operation()) } catch { return .failure(error) }
    }
    return try result.get()
  }

  /// Returns the timeout of the next call of the present task.
  ///
  /// - Parameter limit: The longest timeout.
  /// - Returns: The time until the deadline, if it is shorter than the longest timeout.
  /// - Throws: `slow` after the deadline.
  static func timeout(atMost limit: Duration) throws(TeamError) -> Duration {
    guard let current else { return limit }
    let rest = current.end - .now
    guard rest > .zero else { throw .slow(limit: current.limit) }
    return min(limit, rest)
  }
}
