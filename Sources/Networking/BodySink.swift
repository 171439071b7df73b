/// Where the answer of a transfer goes.
///
/// Called on the engine's thread alone.
protocol BodySink: AnyObject, Sendable {
  /// Whether a size announced above the limit is refused before the body comes.
  var refusesBySize: Bool { get }
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
