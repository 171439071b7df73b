import Locking

/// The time at which a configuration from a server becomes active.
public enum UpdateMoment: Hashable, Sendable {
  /// The configuration becomes active as soon as it is received.
  case atOnce
  /// The configuration is only cached, and becomes active at the next start of the program.
  ///
  /// If no configuration is active yet, or while `start(waitingUpTo:)` waits for the server, a
  /// received configuration becomes active immediately.
  case nextStart
}

extension FeatureFlags {
  /// The way in which the active configuration was obtained; `nil` before the first look-up.
  public static var origin: Origin? {
    DefaultStore.shared.state.withLock { $0.session }?.loaded?.origin
  }

  /// The time at which a fetched configuration becomes active; `atOnce` by default.
  public static var updates: UpdateMoment {
    get { DefaultStore.shared.settings.updates }
    set { DefaultStore.shared.state.withLock { $0.settings.updates = newValue } }
  }

  /// The interval of polling, at least 2 seconds; `nil`, the default, disables polling.
  ///
  /// Jitter extends each wait by up to a tenth; after failures exponential back-off applies.
  public static var pollingInterval: Duration? {
    get { DefaultStore.shared.settings.pollingInterval }
    set {
      DefaultStore.shared.state.withLock { $0.settings.pollingInterval = newValue }
      DefaultStore.shared.updatePolling()
    }
  }

  /// Loads the configuration again, and suspends the calling task until the new features are
  /// active.
  ///
  /// - Returns: The active features, or `nil` if no valid configuration was found yet; if they are
  ///   not new, `failures` contains the error.
  @discardableResult
  public static func reload() async -> [Feature]? {
    await DefaultStore.shared.refreshed()
    return store.loadedFeatures
  }

  /// Suspends the calling task until the first response of the server, or until a timeout.
  ///
  /// Without this call, the first look-up uses the cache or a fallback.
  ///
  /// - Parameter limit: The timeout. A response after the timeout becomes active according to
  ///   `updates`.
  /// - Returns: The way in which the active configuration was obtained; `nil` if there is none.
  @discardableResult
  public static func start(waitingUpTo limit: Duration) async -> Origin? {
    await DefaultStore.shared.start(waitingUpTo: limit)
    return origin
  }

  /// Blocks until the cache and the assignments are written; a normal exit of the program does the
  /// same.
  package static func flush() { WorkspaceWriter.shared.flush() }

  /// Returns a stream of the changes of the shared store after the call, for one consumer.
  public static func changes() -> AsyncStream<StoreChange> { store.changes() }
}

// MARK: Following

extension FeatureFlags {
  /// The name of the environment variable with the path of the overrides file, or the URL of the
  /// server, that an app follows.
  public static let overridesVariable = OverrideLocator.environmentVariable

  /// The name of the environment variable with the token of the server that an app follows.
  public static let tokenVariable = OverrideLocator.tokenVariable

  /// Applies the overrides of a file, with precedence over all others, and watches the file for
  /// changes.
  ///
  /// A tester can thus override the features of a running app. An app that was started with the
  /// path of a file in the environment variable `overridesVariable` follows the file without this
  /// call, unless the program runs with the privileges of a different user (setuid). The file is
  /// only read, and may be created later. While the file is malformed, its last valid overrides
  /// apply. Overrides with an expiry expire. `failures` contains the errors of the file.
  ///
  /// The overrides of a server are followed in the same way. The call blocks until the first
  /// response, at most for one second; a server that starts later is followed as soon as it responds.
  ///
  /// - Parameter path: The path of an overrides file, the `overrides.json` of a workspace; or the
  ///   `http` or `https` URL of a server, whose token is in the environment variable
  ///   `tokenVariable`.
  public static func followOverrides(at path: String) {
    DefaultStore.shared.follow(OverrideLocator(path))
  }

  /// Stops following the overrides file, and clears the overrides that the file applied.
  public static func stopFollowingOverrides() {
    DefaultStore.shared.follow(nil)
  }
}
