/// How long each step of an exchange took.
public struct HTTPTimings: Hashable, Sendable {
  /// Looking up the name.
  public var nameLookup: Duration = .zero
  /// Making the connection; near zero when one was open.
  public var connect: Duration = .zero
  /// Agreeing on encryption; zero without TLS.
  public var tls: Duration = .zero
  /// From the connection to the first byte of the answer.
  public var firstByte: Duration = .zero
  /// All that went into redirects, which the other steps leave out as far as they can.
  public var redirects: Duration = .zero
  /// From start to end.
  public var total: Duration = .zero

  /// Makes timings of zero.
  public init() {}
}
