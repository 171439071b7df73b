/// A value that is on or off remotely.
public protocol BoolInitializableRemoteValue: RemoteValue {
  /// Whether the value is the one for on.
  var isEnabled: Bool { get }

  /// Makes the value for on, or for off.
  init(booleanLiteral value: Bool)
}

/// The short name of `BoolInitializableRemoteValue`.
public typealias BoolRemoteValue = BoolInitializableRemoteValue

/// A value with one case for on and one for off, which can be written as a Boolean literal.
///
/// One line makes one: `enum NewCart: CaseIterable, BoolEnumRemoteValue { case enabled, disabled }`.
public protocol BoolEnumRemoteValue: BoolRemoteValue, ExpressibleByBooleanLiteral
where BooleanLiteralType == Bool {
  /// The value for on.
  static var enabled: Self { get }
  /// The value for off.
  static var disabled: Self { get }
}

extension BoolEnumRemoteValue {
  /// Off, wherever the cases stand.
  public static var `default`: Self { disabled }

  /// Makes the case for on, or for off.
  public init(booleanLiteral value: Bool) {
    self = value ? .enabled : .disabled
  }
}

extension BoolEnumRemoteValue where Self: Equatable {
  /// Whether this is the case for on.
  public var isEnabled: Bool { self == .enabled }
}
