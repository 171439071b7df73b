import Locking

/// Values that a program has at hand, as tests do.
public final class InMemoryRemoteConfigKeeper: RemoteConfigKeeper, Sendable {
  private let texts: Locked<[String: String]>

  /// Makes a keeper of texts by the names of their keys.
  public init(_ texts: [String: String] = [:]) {
    self.texts = Locked(texts)
  }

  /// The text under the name of a key; `nil` if there is none.
  public subscript(name: String) -> String? {
    get { texts.withLock { $0[name] } }
    set { texts.withLock { $0[name] = newValue } }
  }

  /// The text of a key.
  public func stringValueRepresentation(for key: any RemoteKey) -> String? {
    self[key.name]
  }

  /// Does nothing, as the values are always up to date.
  public func fetch() async {}
}
