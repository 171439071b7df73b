/// The name of a remote value, and the type of the value.
///
/// Keys are usually the cases of an enum with raw texts, which only adds ``valueType``:
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
  /// The type of the value.
  var valueType: any RemoteValue.Type { get }
}

extension RemoteKey where Self: RawRepresentable, RawValue == String {
  /// The raw value.
  public var name: String { rawValue }
}

/// A key with a title for display.
public protocol TitledRemoteKey: RemoteKey {
  /// The title of the key in ``RemoteConfigService/currentRemoteData``.
  var title: String { get }
}
