import FeatureFlags

/// Stores the remote values and fetches new ones.
///
/// A service calls its keeper from every thread that requests a value, and fetches on another one.
/// The protocol does not require `Sendable`; a keeper with mutable state must guard it.
public protocol RemoteConfigKeeper {
  /// The value of a key; `nil` if there is none, or none of that type.
  ///
  /// The default reads `stringValueRepresentation(for:)`.
  func value<Value: RemoteValue>(for key: any RemoteKey) -> Value?

  /// What there is for a key, as text; `nil` if there is nothing.
  func stringValueRepresentation(for key: any RemoteKey) -> String?

  /// The text that a variation of a key stands for, where a tester chooses one; `nil` for one that
  /// is not known.
  ///
  /// The default takes the name of the variation for its text; where the key is on or off, `true` for
  /// Enabled and `false` for Disabled.
  func stringValueRepresentation(for key: any RemoteKey, variation: String) -> String?

  /// Brings the values up to date.
  ///
  /// - Throws: Why that could not be; the values are then what they were.
  func fetch() async throws
}

extension RemoteConfigKeeper {
  /// The name of the variation, or whether it is on where the key is on or off.
  public func stringValueRepresentation(
    for key: any RemoteKey,
    variation: String
  ) -> String? {
    let type = key.valueType
    guard type is any BoolRemoteValue.Type || type is any BaselineBoolRemoteValue.Type else {
      return variation
    }
    return switch TestVariation(rawValue: variation) {
    case .enabled: "true"
    case .disabled: "false"
    default: variation
    }
  }

  /// Reads the text of the key as a value of that type.
  public func value<Value: RemoteValue>(for key: any RemoteKey) -> Value? {
    stringValueRepresentation(for: key).flatMap { RemoteText.value($0, as: Value.self) }
  }
}
