/// What has the remote values.
public protocol RemoteConfigKeeper: Sendable {
  /// The value of a key; `nil` if there is none, or none of that type.
  ///
  /// The default reads `stringValueRepresentation(for:)`.
  func value<Value: RemoteValue>(for key: any RemoteKey) -> Value?

  /// What there is for a key, as text; `nil` if there is nothing.
  func stringValueRepresentation(for key: any RemoteKey) -> String?

  /// Brings the values up to date.
  ///
  /// - Throws: Why that could not be; the values are then what they were.
  func fetch() async throws
}

extension RemoteConfigKeeper {
  /// Reads the text of the key as a value of that type.
  public func value<Value: RemoteValue>(for key: any RemoteKey) -> Value? {
    stringValueRepresentation(for: key).flatMap { RemoteText.value($0, as: Value.self) }
  }
}
