import Locking

/// Stores remote values in memory, for tests and previews.
///
/// All members are safe to use on any thread:
///
/// ```swift
/// let keeper = InMemoryRemoteConfigKeeper(["paywall": "long"])
/// keeper["new_cart"] = "true"
/// let service = RemoteConfigService(remoteConfigKeeper: keeper)
/// ```
public final class InMemoryRemoteConfigKeeper: RemoteConfigKeeper, Sendable {
  private let texts: Locked<[String: String]>

  /// Creates a keeper with the given strings, by key name.
  public init(_ texts: [String: String] = [:]) {
    self.texts = Locked(texts)
  }

  /// The string of the key with the given name; `nil` if it has none.
  public subscript(name: String) -> String? {
    get { texts.withLock { $0[name] } }
    set { texts.withLock { $0[name] = newValue } }
  }

  /// Returns the string of the key; `nil` if it has none.
  public func stringValueRepresentation(for key: any RemoteKey) -> String? {
    self[key.name]
  }

  /// Does nothing, because values in memory need no fetch.
  public func fetch() async {}
}
