public import FoundationEssentials
import Locking

/// The API of the FeatureFlags framework, for one shared store.
///
/// Set the URL of the configuration, and then look up features. The first look-up loads the
/// configuration, and each `refresh()` loads it again. All methods are safe to call from any
/// thread.
///
/// ```swift
/// import FoundationEssentials
///
/// FeatureFlags.configurationURL = URL(string: "https://flags.example.test/features.json")
/// FeatureFlags.pollingInterval = .seconds(60)
/// await FeatureFlags.start(waitingUpTo: .seconds(2))
/// if Feature.isEnabled("new cart") {
///   print("the new cart is enabled")
/// }
/// ```
///
/// A file is read on the calling thread. A document on a server is fetched in the background: until
/// the first response, the cached last known good configuration, the fallback or the bundled
/// configuration is active.
public enum FeatureFlags {
  /// The URL of the configuration: a file URL, or an `http` or `https` URL.
  ///
  /// By default it is a `Features.json` or `Features.plist` in the folder of the program. After a
  /// change, the next look-up loads the new URL.
  public static var configurationURL: URL? {
    get { DefaultStore.shared.settings.url ?? DefaultStore.bundledURL }
    set { DefaultStore.shared.set(\.url, to: newValue) }
  }

  /// The URL of the fallback file, which is used if `configurationURL` cannot be read.
  ///
  /// Features that only the fallback has are always added to the configuration. A feature that is
  /// under development in the fallback remains under development.
  public static var localFallbackConfigurationURL: URL? {
    get { DefaultStore.shared.settings.fallbackURL }
    set { DefaultStore.shared.set(\.fallbackURL, to: newValue) }
  }

  /// The encoding of the configuration that was parsed last.
  ///
  /// The encoding is detected from the content, so that setting this property has no effect.
  public static var configurationType: ConfigurationType {
    get { DefaultStore.shared.settings.type }
    set { DefaultStore.shared.set(\.type, to: newValue) }
  }

  /// Whether features under development can be on; `false` by default.
  ///
  /// In debug builds they can always be on.
  public static var isDevelopment: Bool {
    get { DefaultStore.shared.isDevelopment }
    set { DefaultStore.shared.isDevelopment = newValue }
  }

  /// The shared store of this API, with its configuration loaded.
  ///
  /// Set a different store to use another user or workspace. If `configurationURL` was set, the
  /// configuration is loaded into that store, which otherwise retains its features.
  public static var store: FlagStore {
    get { DefaultStore.shared.store }
    set { DefaultStore.shared.store = newValue }
  }

  /// The errors of the last load, with the error of the source first; empty for none.
  ///
  /// Reading the property blocks until the cache and new assignments are written.
  public static var failures: [LoadFailure] { DefaultStore.shared.failures }

  /// Loads the configuration again: a file before the call returns, a server in the background.
  ///
  /// To wait for a server without blocking a thread, use ``reload()``.
  ///
  /// - Parameter completion: Called when the load has ended: for a file on the calling thread
  ///   before the call returns, for a server later on another thread.
  /// - Returns: The active features; `nil` if no valid configuration was found yet, neither at the
  ///   URL nor in the cache or a fallback.
  @discardableResult
  public static func refresh(_ completion: (() -> Void)? = nil) -> [Feature]? {
    DefaultStore.shared.refresh(completion)
    return store.loadedFeatures
  }

  /// Replaces the configuration by a document in memory.
  ///
  /// An invalid document is rejected: the last known good configuration or the fallback remains
  /// active, and `failures` contains the error. The cache and new assignments are written in the
  /// background; a normal exit of the program waits for the writes.
  ///
  /// - Parameters:
  ///   - data: The document: JSON, JSON5 or a property list.
  ///   - completion: Called when the new features are active.
  /// - Returns: The active features; `nil` if the document is invalid and nothing else is active.
  @discardableResult
  public static func refreshWithData(
    _ data: Data,
    completion: (() -> Void)? = nil
  ) -> [Feature]? {
    DefaultStore.shared.refresh(with: [UInt8](data))
    completion?()
    return store.loadedFeatures
  }

  /// Adds a feature, unless the configuration has one with the same name.
  ///
  /// A refresh does not remove the feature; it is lost when the program exits.
  public static func addFeature(_ feature: Feature) {
    DefaultStore.shared.add(feature)
  }

  /// Enables or disables a feature until the program exits; does nothing for an unknown name.
  ///
  /// In a release build a feature under development remains off.
  public static func updateFeatureIsEnabled(feature named: Feature.Name, isEnabled: Bool) {
    // Drops the error: the framework's function cannot throw; a change that the feature rejects has no
    // effect.
    try? store.override(
      .enabled(isEnabled),
      for: [DefaultStore.shared.known(named)],
      isSaved: false
    )
  }

  /// Forces a variation of a feature until the program exits.
  ///
  /// An unknown feature or variation is ignored. In a release build a feature under development
  /// remains off.
  public static func updateFeatureTestVariation(
    feature named: Feature.Name,
    testVariation: Test.Variation
  ) {
    // Drops the error: the framework's function cannot throw; a change that the feature rejects has no
    // effect.
    let name = DefaultStore.shared.known(named)
    try? store.override(.variation(testVariation), for: [name], isSaved: false)
  }

  /// Deletes the cached configuration, all features and their overrides.
  ///
  /// Until the next refresh, look-ups find no feature, and `filter` returns `nil`. The refresh
  /// restores the features, with the same assignments.
  public static func deleteAllFeaturesFromCache() {
    DefaultStore.shared.deleteCache()
  }

  /// Returns the features of the section, in the order of the configuration; `nil` selects features
  /// without a section.
  ///
  /// - Returns: The features; `nil` if no valid configuration was found yet.
  public static func filter(_ section: String?) -> [Feature]? {
    store.loadedFeatures?.filter { $0.section == section }
  }

  /// Returns the features of the type, in the order of the configuration.
  ///
  /// - Returns: The features; `nil` if no valid configuration was found yet.
  public static func filter(_ type: FeatureType) -> [Feature]? {
    store.loadedFeatures?.filter { $0.type == type }
  }

  /// Returns the sections in alphabetical order, followed by `nil` if there are features without a
  /// section.
  public static func sections() -> [String?] {
    let sections = Set(store.features.map(\.section))
    return sections.compactMap(\.self).sorted() + (sections.contains(nil) ? [nil] : [])
  }

  /// Prints a line with the state of each feature to standard output.
  public static func printFeatureFlags() {
    for feature in store.features {
      print("\(feature.name): Enabled -> \(feature.isEnabled())")
    }
  }

  /// Prints the properties of each feature to standard output.
  public static func printExtendedFeatureFlagInformation() {
    for feature in store.features { print("\(feature)\n") }
  }
}

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
