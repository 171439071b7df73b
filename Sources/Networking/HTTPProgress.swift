/// How far a body has come.
public struct HTTPProgress: Hashable, Sendable {
  /// The bytes so far, decompressed.
  public let received: Int
  /// The bytes of the whole; `nil` when the server does not say, or compresses.
  public let expected: Int?
}
