/// A value that is one of several texts remotely.
///
/// One line makes one: `enum Layout: String, CaseIterable, StringRemoteValue { case grid, list }`.
public protocol StringInitializableRemoteValue: RemoteValue {
  /// Reads the value from its text; `nil` for a text that is none of its own.
  init?(name: String)

  /// The text of the value.
  var name: String { get }
}

/// The short name of `StringInitializableRemoteValue`.
public typealias StringRemoteValue = StringInitializableRemoteValue

extension StringInitializableRemoteValue where Self: RawRepresentable, RawValue == String {
  /// Takes exactly a raw value.
  public init?(name: String) {
    self.init(rawValue: name)
  }

  /// The raw value.
  public var name: String { rawValue }
}
