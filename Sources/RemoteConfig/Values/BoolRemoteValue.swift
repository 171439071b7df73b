/// A value that is configured as on or off.
public protocol BoolInitializableRemoteValue: RemoteValue {
  /// Whether the value means on.
  var isEnabled: Bool { get }

  /// Makes the value for on or off.
  init(booleanLiteral value: Bool)
}

/// The short name of ``BoolInitializableRemoteValue``.
public typealias BoolRemoteValue = BoolInitializableRemoteValue

/// A value with one case for on and one for off, which can be written as a Boolean literal.
///
/// ```swift
/// enum NewCart: CaseIterable, BoolEnumRemoteValue { case enabled, disabled }
/// ```
public protocol BoolEnumRemoteValue: BoolRemoteValue, ExpressibleByBooleanLiteral
where BooleanLiteralType == Bool {
  /// The value for on.
  static var enabled: Self { get }
  /// The value for off.
  static var disabled: Self { get }
}

extension BoolEnumRemoteValue {
  /// The case for off, in any order of the cases.
  public static var `default`: Self { disabled }

  /// Makes the case for on or off.
  public init(booleanLiteral value: Bool) {
    self = value ? .enabled : .disabled
  }
}

extension BoolEnumRemoteValue where Self: Equatable {
  /// Whether this is the case for on.
  public var isEnabled: Bool { self == .enabled }
}
