import FeatureFlags

/// Stores the remote values, and fetches new ones.
///
/// A ``RemoteConfigService`` calls its keeper from every thread that requests a value, and calls
/// ``fetch()`` from a task. The protocol does not require `Sendable`; a keeper with mutable state
/// must guard it. A keeper implements two methods:
///
/// ```swift
/// final class Keeper: RemoteConfigKeeper {
///   func stringValueRepresentation(for key: any RemoteKey) -> String? { "true" }
///   func fetch() async throws {}
/// }
/// ```
public protocol RemoteConfigKeeper {
  /// The value of a key; `nil` without a value of the type.
  ///
  /// The default converts ``stringValueRepresentation(for:)``.
  func value<Value: RemoteValue>(for key: any RemoteKey) -> Value?

  /// The text of a key; `nil` without one.
  func stringValueRepresentation(for key: any RemoteKey) -> String?

  /// The text of a variation that a tester has chosen for a key; `nil` for an unknown variation.
  ///
  /// The default is the name of the variation; for a Boolean key, `true` for Enabled and `false`
  /// for Disabled.
  func stringValueRepresentation(for key: any RemoteKey, variation: String) -> String?

  /// Fetches new values.
  ///
  /// - Throws: The reason for the failure; the values are then unchanged.
  func fetch() async throws
}

extension RemoteConfigKeeper {
  /// The name of the variation; for a Boolean key, `true` for Enabled and `false` for Disabled.
  public func stringValueRepresentation(
    for key: any RemoteKey,
    variation: String
  ) -> String? {
    let type = key.valueType
    guard type is any BoolRemoteValue.Type || type is any BaselineBoolRemoteValue.Type else {
      return variation
    }
    let chosen = TestVariation(rawValue: variation)
    if chosen == .enabled { return "true" }
    return chosen == .disabled ? "false" : variation
  }

  /// Converts the text of the key to a value of the type.
  public func value<Value: RemoteValue>(for key: any RemoteKey) -> Value? {
    stringValueRepresentation(for: key).flatMap { RemoteText.value($0, as: Value.self) }
  }
}
