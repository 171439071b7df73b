/// A remote value that is configured as one of several strings.
///
/// ```swift
/// enum Layout: String, CaseIterable, StringRemoteValue { case grid, list }
/// ```
public protocol StringInitializableRemoteValue: RemoteValue {
  /// Creates a value from its remote string; the result is `nil` for an unknown string.
  init?(name: String)

  /// The string that selects the value in a remote configuration.
  var name: String { get }
}

/// A shorter name for ``StringInitializableRemoteValue``.
public typealias StringRemoteValue = StringInitializableRemoteValue

extension StringInitializableRemoteValue where Self: RawRepresentable, RawValue == String {
  /// Creates the value whose raw value equals the remote string; the result is `nil` for an unknown
  /// string.
  public init?(name: String) {
    self.init(rawValue: name)
  }

  /// The remote string of the value: its raw value.
  public var name: String { rawValue }
}
