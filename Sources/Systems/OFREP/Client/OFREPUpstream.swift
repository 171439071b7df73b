/// A flag service that evaluates flags per request context, such as an OFREP server behind a proxy.
///
/// A proxy requests the flags that it does not override:
///
/// ```swift
/// let context = try OFREPContext(requestBody: request.body)
/// do throws(OFREPError) {
///   let result = try await upstream.evaluate("banner", in: context)
///   send(result.value.json(isStale: result.isStale).bytes)
/// } catch .status(let status, let error) {
///   send(status, error)
/// } catch {
///   send(503, error)
/// }
/// ```
///
/// Every method throws an ``OFREPError``:
/// - `status`: The upstream rejected the request. The errors 400, 401, 403 and 404 are responses to the
///   request itself, and are thrown even if an earlier evaluation is known. A status of 500 or above is
///   thrown only if no evaluation is known.
/// - `limited`, `unreachable` and `invalid`: The upstream is overloaded or down, and no evaluation is known
///   for the context and the key.
/// - `badKey`: The key cannot be a part of a URL, so that no flag can have it.
///
/// Every method is safe to call from any thread.
package protocol OFREPUpstream: Sendable {
  /// Evaluates one flag for a context.
  ///
  /// The entry of a successful response (status 200) can still be an evaluation failure: see
  /// ``OFREPEntry/error``.
  func evaluate(
    _ key: String,
    in context: OFREPContext
  ) async throws(OFREPError) -> OFREPResult<OFREPEntry>

  /// Evaluates all flags for a context.
  func evaluateAll(
    in context: OFREPContext
  ) async throws(OFREPError) -> OFREPResult<OFREPBulkEvaluation>
}

/// The result of an upstream: the current evaluation, or the last known one while the upstream is down.
package struct OFREPResult<Value: Sendable>: Sendable {
  package let value: Value
  /// The error because of which the last known evaluation is returned; `nil` for a current evaluation.
  package let failure: OFREPError?

  package init(value: Value, failure: OFREPError? = nil) {
    self.value = value
    self.failure = failure
  }

  /// Whether the value is the last known one, because the upstream is down.
  package var isStale: Bool { failure != nil }
}
