public import struct FoundationEssentials.Data

/// A typed value that can be configured remotely.
///
/// A type conforms to one of the protocols that refine this one: ``StringRemoteValue``,
/// ``BoolEnumRemoteValue``, ``BaselineVariantRemoteValue``, ``BaselineFlagRemoteValue`` or
/// ``JSONInitializableRemoteValue``. A service returns the same value on every thread. In Swift 5
/// mode the compiler does not check that values are `Sendable`; in Swift 6 mode it warns about
/// values that are not.
@preconcurrency public protocol RemoteValue: Sendable {
  /// The value that is used if the remote value is missing or not valid.
  static var `default`: Self { get }
}

extension RemoteValue where Self: CaseIterable {
  /// The default value: the first case.
  ///
  /// A type without cases has no default value, and stops the program.
  public static var `default`: Self {
    guard let first = allCases.first else {
      preconditionFailure("\(Self.self) has no cases, so there is no default")
    }
    return first
  }
}

/// A remote value that is configured as a JSON document.
public protocol JSONInitializableRemoteValue: RemoteValue {
  /// Creates a value from JSON; the result is `nil` for data that is not valid.
  ///
  /// The data is the remote string in UTF-8, which is not always JSON.
  init?(jsonData: Data)
}
