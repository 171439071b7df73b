/// A short message that disappears by itself.
public struct Notice: Hashable, Sendable {
  /// The text, one or two sentences.
  public var text: String
  /// The severity.
  public var kind: Kind

  /// The severity of a notice.
  public enum Kind: Hashable, Sendable, CaseIterable {
    /// An action succeeded.
    case success
    /// A neutral fact.
    case information
    /// Something may be wrong.
    case warning
    /// An action failed.
    case failure
  }

  /// Makes a notice.
  public init(_ text: String, kind: Kind) {
    self.text = text
    self.kind = kind
  }
}
