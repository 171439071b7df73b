import FeatureFlags

/// A store of remote values, which fetches new values on request.
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
  /// Returns the value of the key; `nil` if the key has no value of the type.
  ///
  /// The default implementation converts ``stringValueRepresentation(for:)``.
  func value<Value: RemoteValue>(for key: any RemoteKey) -> Value?

  /// Returns the string of the key; `nil` if it has none.
  func stringValueRepresentation(for key: any RemoteKey) -> String?

  /// Returns the string for a variation that a tester forces for the key; `nil` for an unknown
  /// variation.
  ///
  /// The default implementation returns the name of the variation; for a Boolean key, `true` for
  /// the variation Enabled and `false` for Disabled.
  func stringValueRepresentation(for key: any RemoteKey, variation: String) -> String?

  /// Fetches new values; called from any thread.
  ///
  /// - Throws: The error of the fetch; the values are unchanged.
  func fetch() async throws
}

extension RemoteConfigKeeper {
  /// Returns the name of the variation; for a Boolean key, `true` for the variation Enabled and
  /// `false` for Disabled.
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

  /// Converts the string of the key to a value of the type; returns `nil` for a string that is not
  /// valid.
  public func value<Value: RemoteValue>(for key: any RemoteKey) -> Value? {
    stringValueRepresentation(for: key).flatMap { RemoteText.value($0, as: Value.self) }
  }
}
