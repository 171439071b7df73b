/// A short message that goes away by itself.
public struct Notice: Hashable, Sendable {
  /// The text of the message, a sentence or two.
  public var text: String
  /// Whether it is good or bad news.
  public var kind: Kind

  /// Whether a message is good or bad news.
  public enum Kind: Hashable, Sendable, CaseIterable {
    /// What was asked for was done.
    case success
    /// Something is so.
    case information
    /// Something may not be as wanted.
    case warning
    /// What was asked for could not be done.
    case failure
  }

  /// Makes a message.
  public init(_ text: String, kind: Kind) {
    self.text = text
    self.kind = kind
  }
}
