import Locking

/// When a configuration that a server gave is put in effect.
public enum UpdateMoment: Hashable, Sendable {
  /// As soon as it is there.
  case atOnce
  /// When the program is next started; until then it is only kept.
  ///
  /// What comes while nothing at all is in effect, or while `start(waitingUpTo:)` waits for it, is
  /// put in effect at once.
  case nextStart
}

extension FeatureFlags {
  /// How the features in effect were got; `nil` before the first look-up.
  public static var origin: Origin? { SharedFlags.shared.state.withLock { $0.loaded?.origin } }

  /// When a configuration that a server gave is put in effect; the default is at once.
  public static var updates: UpdateMoment {
    get { SharedFlags.shared.settings.updates }
    set { SharedFlags.shared.state.withLock { $0.settings.updates = newValue } }
  }

  /// The time from one load to the next; `nil`, the default, loads only when asked to.
  ///
  /// At least 2 seconds. It is stretched by up to a tenth, and after failures by more.
  public static var pollingInterval: Duration? {
    get { SharedFlags.shared.settings.pollingInterval }
    set {
      SharedFlags.shared.state.withLock { $0.settings.pollingInterval = newValue }
      SharedFlags.shared.updatePolling()
    }
  }

  /// Loads the configuration again, and waits until the new features are in place.
  ///
  /// - Returns: The features in effect then. Why they are not new, `failures` says.
  @discardableResult
  public static func reload() async -> [Feature]? {
    await SharedFlags.shared.refreshed()
    return store.features
  }

  /// Begins with what the server has, if it answers in time.
  ///
  /// Without this call the first look-up begins with what is at hand.
  ///
  /// - Parameter limit: The longest time to wait. An answer that comes later is put in effect as
  ///   `updates` says.
  /// - Returns: How the features in effect were got; `nil` if there are none.
  @discardableResult
  public static func start(waitingUpTo limit: Duration) async -> Origin? {
    await SharedFlags.shared.start(waitingUpTo: limit)
    return origin
  }

  /// Waits until the cache and the assignments are written, which a normal exit waits for too.
  package static func flush() { WorkspaceWriter.shared.flush() }

  /// The changes of the store from now on, for one listener.
  public static func changes() -> AsyncStream<FlagChange> { store.changes() }
}

// MARK: Following

extension FeatureFlags {
  /// The environment variable with the path of the overrides that an app follows.
  public static let overridesVariable = "HALYARD_OVERRIDES"

  /// Puts the overrides of a file in effect, above all others, and follows its changes.
  ///
  /// This is how a tester's decisions reach a running app. The same happens when an app first uses
  /// this API that was started with the path in the environment variable `overridesVariable`; it
  /// never happens otherwise, nor by the environment for a program that runs with the rights of
  /// another user. The file is only read. It need not be there yet; while it is malformed, what it
  /// last said stays in effect. An override with a time ends at it. What is wrong, `failures` says.
  ///
  /// - Parameter path: The path of a workspace's `overrides.json`.
  public static func followOverrides(at path: String) {
    SharedFlags.shared.follow(path)
  }

  /// Follows no file of overrides any more, and takes back what it had put in effect.
  public static func stopFollowingOverrides() {
    SharedFlags.shared.follow(nil)
  }
}
