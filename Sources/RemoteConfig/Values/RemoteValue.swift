public import struct FoundationEssentials.Data

/// A value that can be set remotely.
///
/// A service hands the same value to every thread. The compiler does not check this in code in Swift 5
/// mode, and warns about values that are not `Sendable` in Swift 6 mode.
@preconcurrency public protocol RemoteValue: Sendable {
  /// The value while the remote side has none, or none that can be read.
  static var `default`: Self { get }
}

extension RemoteValue where Self: CaseIterable {
  /// The first case; a type without any case has no value at all, and must not be a remote one.
  public static var `default`: Self {
    guard let first = allCases.first else {
      preconditionFailure("\(Self.self) has no case, and so no default")
    }
    return first
  }
}

/// A value that is a JSON document remotely.
public protocol JSONInitializableRemoteValue: RemoteValue {
  /// Reads the value; `nil` for data that it cannot be read from.
  ///
  /// The data are whatever the remote side has, and need not be JSON.
  init?(jsonData: Data)
}
