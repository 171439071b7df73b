public import struct FoundationEssentials.Data

/// A typed value that can be configured remotely.
///
/// A type conforms to one of the protocols that refine this protocol: ``StringRemoteValue``,
/// ``BoolEnumRemoteValue``, ``BaselineVariantRemoteValue``, ``BaselineFlagRemoteValue`` or
/// ``JSONInitializableRemoteValue``. A service returns the same value on every thread. In Swift 5 mode
/// the compiler does not check that values are `Sendable`; in Swift 6 mode it warns about values that
/// are not.
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

/// The name of a remote value, and the type of the value.
///
/// Keys are usually the cases of an enum with raw values of type `String`, which only adds
/// ``valueType``:
///
/// ```swift
/// enum Paywall: String, CaseIterable, StringRemoteValue { case short, long }
///
/// enum Key: String, RemoteKey {
///   case paywall
///   var valueType: any RemoteValue.Type { Paywall.self }
/// }
/// ```
///
/// A service reads keys on several threads. In Swift 5 mode the compiler does not check that keys
/// are `Sendable`; in Swift 6 mode it warns about keys that are not.
@preconcurrency public protocol RemoteKey: Sendable {
  /// The name of the value in the remote configuration.
  var name: String { get }
  /// The type to which the remote string is converted.
  var valueType: any RemoteValue.Type { get }
}

extension RemoteKey where Self: RawRepresentable, RawValue == String {
  /// The name of the value: the raw value of the key.
  public var name: String { rawValue }
}

/// A remote key with a title for display.
public protocol TitledRemoteKey: RemoteKey {
  /// The title of the key, which ``RemoteConfigService/currentRemoteData`` contains.
  var title: String { get }
}

/// Converts remote strings to values of a type, and values to labels.
enum RemoteValueConversion {
  /// Converts a string to a value by the protocol to which the type conforms.
  ///
  /// If a type conforms to several protocols, the first of these protocols is used: string, Boolean,
  /// JSON. As a Boolean, the string `true` is true, and every other string except the empty one is
  /// false.
  ///
  /// - Returns: The value; `nil` if the string is not valid for the type.
  static func value<Value: RemoteValue>(_ text: String, as type: Value.Type) -> Value? {
    if let type = type as? any StringInitializableRemoteValue.Type {
      return type.init(name: text) as? Value
    }
    guard !text.isEmpty else { return nil }
    if let type = type as? any BoolInitializableRemoteValue.Type {
      return type.init(booleanLiteral: text == "true") as? Value
    }
    if let type = type as? any JSONInitializableRemoteValue.Type {
      return type.init(jsonData: Data(text.utf8)) as? Value
    }
    return nil
  }

  /// Returns the label of a value for display; `nil` for a value that is decoded from JSON.
  static func label(for value: any RemoteValue) -> String? {
    if let value = value as? any BoolInitializableRemoteValue {
      return value.isEnabled ? "enabled" : "disabled"
    }
    return (value as? any StringInitializableRemoteValue)?.name
  }
}

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
