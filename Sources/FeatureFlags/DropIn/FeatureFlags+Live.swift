import Locking

/// When a configuration that was fetched from a server becomes active.
public enum UpdateMoment: Hashable, Sendable {
  /// As soon as it is received.
  case atOnce
  /// At the next start of the program; until then it is only cached.
  ///
  /// A configuration that is received while none is active, or while `start(waitingUpTo:)` waits
  /// for it, becomes active immediately.
  case nextStart
}

extension FeatureFlags {
  /// How the active features were obtained; `nil` before the first look-up.
  public static var origin: Origin? {
    SharedFlags.shared.state.withLock { $0.session }?.loaded?.origin
  }

  /// When a fetched configuration becomes active; `atOnce` by default.
  public static var updates: UpdateMoment {
    get { SharedFlags.shared.settings.updates }
    set { SharedFlags.shared.state.withLock { $0.settings.updates = newValue } }
  }

  /// The interval of polling, at least 2 seconds; `nil`, the default, disables polling.
  ///
  /// Jitter extends each wait by up to a tenth, and failures lead to exponential back-off.
  public static var pollingInterval: Duration? {
    get { SharedFlags.shared.settings.pollingInterval }
    set {
      SharedFlags.shared.state.withLock { $0.settings.pollingInterval = newValue }
      SharedFlags.shared.updatePolling()
    }
  }

  /// Loads the configuration again, and waits until the new features are active.
  ///
  /// - Returns: The active features; `failures` has the reason if they are not new.
  @discardableResult
  public static func reload() async -> [Feature]? {
    await SharedFlags.shared.refreshed()
    return store.features
  }

  /// Waits for the first response of the server, up to a timeout.
  ///
  /// Without this call the first look-up uses the cache or a fallback.
  ///
  /// - Parameter limit: The timeout. A later response becomes active according to `updates`.
  /// - Returns: How the active features were obtained; `nil` if there are none.
  @discardableResult
  public static func start(waitingUpTo limit: Duration) async -> Origin? {
    await SharedFlags.shared.start(waitingUpTo: limit)
    return origin
  }

  /// Waits until the cache and the assignments are written; a normal exit of the program waits too.
  package static func flush() { WorkspaceWriter.shared.flush() }

  /// The changes of the store from now on, for one consumer.
  public static func changes() -> AsyncStream<FlagChange> { store.changes() }
}

// MARK: Following

extension FeatureFlags {
  /// The environment variable with the path of the overrides that an app follows.
  public static let overridesVariable = OverrideLocator.environmentVariable

  /// Applies the overrides of a file, with precedence over all others, and watches it for changes.
  ///
  /// A running app receives the overrides of a tester in this way. An app that was started with the
  /// path in the environment variable `overridesVariable` follows the file without this call,
  /// unless the program runs with the rights of another user (setuid). The file is only read, and
  /// may be missing at first. While it is malformed, its last valid overrides apply. Overrides
  /// expire at their time. `failures` has the errors of the file.
  ///
  /// - Parameter path: The path of a workspace's `overrides.json`.
  public static func followOverrides(at path: String) {
    SharedFlags.shared.follow(OverrideLocator(path))
  }

  /// Stops watching the file of overrides, and clears the overrides that it applied.
  public static func stopFollowingOverrides() {
    SharedFlags.shared.follow(nil)
  }
}
