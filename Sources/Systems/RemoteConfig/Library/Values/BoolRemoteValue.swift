/// A remote value that is configured as on or off.
public protocol BoolInitializableRemoteValue: RemoteValue {
  /// Whether the value is on.
  var isEnabled: Bool { get }

  /// Creates the value for on (`true`) or off (`false`).
  init(booleanLiteral value: Bool)
}

/// A shorter name for ``BoolInitializableRemoteValue``.
public typealias BoolRemoteValue = BoolInitializableRemoteValue

/// An enum with one case for on and one for off; the value can be written as a Boolean literal.
///
/// ```swift
/// enum NewCart: CaseIterable, BoolEnumRemoteValue { case enabled, disabled }
/// ```
public protocol BoolEnumRemoteValue: BoolRemoteValue, ExpressibleByBooleanLiteral
where BooleanLiteralType == Bool {
  /// The case for on, which the literal `true` selects.
  static var enabled: Self { get }
  /// The case for off, which is the default value, and which the literal `false` selects.
  static var disabled: Self { get }
}

extension BoolEnumRemoteValue {
  /// The default value: the case for off, independent of the order of the cases.
  public static var `default`: Self { disabled }

  /// Creates the case for on (`true`) or off (`false`).
  public init(booleanLiteral value: Bool) {
    self = value ? .enabled : .disabled
  }
}

extension BoolEnumRemoteValue where Self: Equatable {
  /// Whether the value is the case for on.
  public var isEnabled: Bool { self == .enabled }
}
