import Locking

/// Stores remote values in memory, for tests and previews.
///
/// All members are safe to use from any thread:
///
/// ```swift
/// let keeper = InMemoryRemoteConfigKeeper(["paywall": "long"])
/// keeper["new_cart"] = "true"
/// let service = RemoteConfigService(remoteConfigKeeper: keeper)
/// ```
public final class InMemoryRemoteConfigKeeper: RemoteConfigKeeper, Sendable {
  private let texts: Locked<[String: String]>

  /// Makes a keeper with texts by key name.
  public init(_ texts: [String: String] = [:]) {
    self.texts = Locked(texts)
  }

  /// The text for the name of a key; `nil` without one.
  public subscript(name: String) -> String? {
    get { texts.withLock { $0[name] } }
    set { texts.withLock { $0[name] = newValue } }
  }

  /// The text of a key; `nil` without one.
  public func stringValueRepresentation(for key: any RemoteKey) -> String? {
    self[key.name]
  }

  /// Does nothing, because the values in memory are always current.
  public func fetch() async {}
}
