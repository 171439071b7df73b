/// A name under which a value is kept remotely, and the type of that value.
///
/// The usual key is a case of an enum of texts, which then needs no more than `valueType`. A service
/// reads keys on several threads. The compiler does not check this in code in Swift 5 mode, and warns
/// about keys that are not `Sendable` in Swift 6 mode.
@preconcurrency public protocol RemoteKey: Sendable {
  /// The name that the remote side knows.
  var name: String { get }
  /// What the key's value is.
  var valueType: any RemoteValue.Type { get }
}

extension RemoteKey where Self: RawRepresentable, RawValue == String {
  /// The raw value.
  public var name: String { rawValue }
}

/// A key with a name for people.
public protocol TitledRemoteKey: RemoteKey {
  /// What people call the key.
  var title: String { get }
}
