/// A short message to the user that disappears after some seconds.
public struct Notice: Hashable, Sendable {
  /// The message, one or two sentences.
  public var text: String
  /// The severity, which selects the symbol and the colour.
  public var kind: Kind

  /// The severity of a notice, which selects its symbol and its colour.
  public enum Kind: Hashable, Sendable, CaseIterable {
    /// An action succeeded.
    case success
    /// A neutral message.
    case information
    /// A possible problem.
    case warning
    /// An action failed.
    case failure
  }

  /// Creates a notice with a message and its severity.
  public init(_ text: String, kind: Kind) {
    self.text = text
    self.kind = kind
  }
}
