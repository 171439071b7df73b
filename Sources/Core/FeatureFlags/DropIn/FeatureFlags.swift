public import FoundationEssentials

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

  /// The errors of the last load, the source first; empty for none.
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
    // Drop the error: the framework's function cannot throw; a change that the feature rejects has
    // no effect.
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
    // Drop the error: the framework's function cannot throw; a change that the feature rejects has
    // no effect.
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
