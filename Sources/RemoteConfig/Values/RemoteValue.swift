public import struct FoundationEssentials.Data

/// A value that can be configured remotely.
///
/// Use one of the protocols that refine this one: ``StringRemoteValue``, ``BoolEnumRemoteValue``,
/// ``BaselineVariantRemoteValue``, ``BaselineFlagRemoteValue`` or ``JSONInitializableRemoteValue``.
/// A service returns the same value on every thread. In Swift 5 mode the compiler does not check
/// that values are `Sendable`; in Swift 6 mode it warns about values that are not.
@preconcurrency public protocol RemoteValue: Sendable {
  /// The value without a remote value, and if the remote text is invalid.
  static var `default`: Self { get }
}

extension RemoteValue where Self: CaseIterable {
  /// The first case.
  ///
  /// A type without cases has no values, and stops the program.
  public static var `default`: Self {
    guard let first = allCases.first else {
      preconditionFailure("\(Self.self) has no cases, so there is no default")
    }
    return first
  }
}

/// A value that is configured as a JSON document.
public protocol JSONInitializableRemoteValue: RemoteValue {
  /// Decodes a value; `nil` for invalid data.
  ///
  /// The data is the remote text, which may be any text and not only JSON.
  init?(jsonData: Data)
}
