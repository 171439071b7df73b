/// Where the answer of a transfer goes.
///
/// Called on the engine's thread alone.
protocol BodySink: AnyObject, Sendable {
  /// Whether the body is gathered whole, so that its announced size and its compression are limited.
  var isWholeBody: Bool { get }
  /// The head is known; the body follows.
  func begin(_ head: AnswerHead)
  /// A piece of the body, decompressed.
  func take(_ bytes: UnsafeRawBufferPointer) -> BodyVerdict
  /// The end, good or bad; called once, last.
  func finish(_ outcome: Result<HTTPFacts, HTTPError>)
}

/// What became of a piece of a body.
enum BodyVerdict {
  case taken
  /// Not taken; the same piece is to come again when the transfer is resumed.
  case later
  case refused(HTTPError)
}
