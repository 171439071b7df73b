/// The receiver of the response of a transfer.
///
/// All methods are called on the thread of the engine.
protocol BodySink: AnyObject, Sendable {
  /// Whether the body is collected in memory, so that its announced size and its compression ratio
  /// are limited.
  var isWholeBody: Bool { get }
  /// Called once, when the head is complete and the body follows.
  func begin(_ head: ResponseHead)
  /// Called for each chunk of the body, after decompression.
  func receive(_ bytes: UnsafeRawBufferPointer) -> ChunkResult
  /// Called once, as the last method, with the outcome of the transfer.
  func finish(_ outcome: Result<HTTPFacts, HTTPError>)
}

/// What a ``BodySink`` did with a chunk of a body.
enum ChunkResult {
  case accepted
  /// The transfer pauses; libcurl delivers the same chunk again when it is resumed.
  case paused
  /// The transfer fails with this error.
  case rejected(HTTPError)
}
