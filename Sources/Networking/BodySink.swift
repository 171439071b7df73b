/// Receives the response of a transfer: the head, the chunks of the body and the outcome.
///
/// The event loop thread calls all methods.
protocol BodySink: AnyObject, Sendable {
  /// Whether the body is collected in memory: its announced size and its compression ratio are then
  /// limited.
  var isWholeBody: Bool { get }
  /// Called once, before the body, with the complete head.
  func begin(_ head: ResponseHead)
  /// Called for each chunk of the body, after decompression.
  func receive(_ bytes: UnsafeRawBufferPointer) -> ChunkResult
  /// Called once, as the last method, with the outcome of the transfer.
  func finish(_ outcome: Result<HTTPFacts, HTTPError>)
}

/// The result of passing a chunk of a body to a ``BodySink``.
enum ChunkResult {
  case accepted
  /// The transfer pauses; libcurl delivers the same chunk again when the transfer is resumed.
  case paused
  /// The sink rejects the body: the transfer fails with the given error.
  case rejected(HTTPError)
}
