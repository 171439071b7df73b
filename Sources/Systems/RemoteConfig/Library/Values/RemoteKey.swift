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
