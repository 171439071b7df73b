/// A value that is configured as one of several texts.
///
/// ```swift
/// enum Layout: String, CaseIterable, StringRemoteValue { case grid, list }
/// ```
public protocol StringInitializableRemoteValue: RemoteValue {
  /// Makes a value from its text; `nil` for an unknown text.
  init?(name: String)

  /// The text of the value.
  var name: String { get }
}

/// The short name of ``StringInitializableRemoteValue``.
public typealias StringRemoteValue = StringInitializableRemoteValue

extension StringInitializableRemoteValue where Self: RawRepresentable, RawValue == String {
  /// Makes the value with exactly this raw value; `nil` without one.
  public init?(name: String) {
    self.init(rawValue: name)
  }

  /// The raw value.
  public var name: String { rawValue }
}
