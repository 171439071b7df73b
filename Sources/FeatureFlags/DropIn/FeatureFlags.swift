public import FoundationEssentials

/// The API of the FeatureFlags framework, over one shared store.
///
/// Set the URL of the configuration, then look up features. The first look-up loads the
/// configuration, and each `refresh()` loads it again. All calls are safe from any thread.
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
/// A file is read on the thread of the caller. A server is requested in the background: before its
/// first response the cached last known good configuration, the fallback or the bundled one
/// applies.
public enum FeatureFlags {
  /// The URL of the configuration: a file, `http` or `https`.
  ///
  /// The default is a `Features.json` or `Features.plist` in the folder of the program. The first
  /// look-up after a change loads the new URL.
  public static var configurationURL: URL? {
    get { SharedFlags.shared.settings.url ?? SharedFlags.bundledURL }
    set { SharedFlags.shared.set(\.url, to: newValue) }
  }

  /// The fallback file for a `configurationURL` that cannot be read.
  ///
  /// Its features are also added to those of the configuration. A feature that is under development
  /// in the fallback stays under development.
  public static var localFallbackConfigurationURL: URL? {
    get { SharedFlags.shared.settings.fallbackURL }
    set { SharedFlags.shared.set(\.fallbackURL, to: newValue) }
  }

  /// The format of the configuration that was read last.
  ///
  /// The format is detected from the content, so that setting this property has no effect on
  /// reading.
  public static var configurationType: ConfigurationType {
    get { SharedFlags.shared.settings.type }
    set { SharedFlags.shared.set(\.type, to: newValue) }
  }

  /// Whether features under development can be on.
  ///
  /// The default is `false`. Debug builds always behave as if it were `true`.
  public static var isDevelopment: Bool {
    get { SharedFlags.shared.isDevelopment }
    set { SharedFlags.shared.isDevelopment = newValue }
  }

  /// The store behind this API, with the configuration loaded.
  ///
  /// Set a store to use another user or workspace. It is loaded from `configurationURL` if that was
  /// set, and keeps its features otherwise.
  public static var store: FlagStore {
    get { SharedFlags.shared.store }
    set { SharedFlags.shared.store = newValue }
  }

  /// The errors of the last load; empty for none.
  ///
  /// Waits until the cache and new assignments are written.
  public static var failures: [LoadFailure] { SharedFlags.shared.failures }

  /// Loads the configuration again: a file before the call returns, a server in the background.
  ///
  /// To wait for a server without blocking the thread use ``reload()``.
  ///
  /// - Parameter completion: Called when loading has ended: for a file by the calling thread before
  ///   the call returns, for a server later on another thread.
  /// - Returns: The active features.
  @discardableResult
  public static func refresh(_ completion: (() -> Void)? = nil) -> [Feature]? {
    SharedFlags.shared.refresh(completion)
    return store.features
  }

  /// Loads the configuration from a document in memory.
  ///
  /// An invalid document replaces nothing: the last known good configuration or the fallback stays
  /// active, and `failures` has the reason. The cache and new assignments are written in
  /// the background; a normal exit of the program waits for them.
  ///
  /// - Parameters:
  ///   - data: The document: JSON, JSON5 or a property list.
  ///   - completion: Called when the new features are active.
  /// - Returns: The active features.
  @discardableResult
  public static func refreshWithData(
    _ data: Data,
    completion: (() -> Void)? = nil
  ) -> [Feature]? {
    SharedFlags.shared.refresh(with: [UInt8](data))
    completion?()
    return store.features
  }

  /// Adds a feature, unless the configuration has one of that name.
  ///
  /// The feature persists across a refresh, until the program exits.
  public static func addFeature(_ feature: Feature) {
    SharedFlags.shared.add(feature)
  }

  /// Enables or disables a feature until the program exits; an unknown name has no effect.
  public static func updateFeatureIsEnabled(feature named: Feature.Name, isEnabled: Bool) {
    // The framework's function cannot throw: a change that the feature rejects has no effect.
    try? store.decide(.enabled(isEnabled), for: [named], isSaved: false)
  }

  /// Forces a variation until the program exits.
  ///
  /// An unknown feature or variation has no effect.
  public static func updateFeatureTestVariation(
    feature named: Feature.Name,
    testVariation: Test.Variation
  ) {
    // The framework's function cannot throw: a change that the feature rejects has no effect.
    try? store.decide(.variation(testVariation), for: [named], isSaved: false)
  }

  /// Deletes the cached configuration, and every feature with its override.
  ///
  /// The next refresh restores the features with the same assignments.
  public static func deleteAllFeaturesFromCache() {
    SharedFlags.shared.deleteCache()
  }

  /// The features of a section; `nil` for those without a section.
  public static func filter(_ section: String?) -> [Feature]? {
    store.features.filter { $0.section == section }
  }

  /// The features of a type.
  public static func filter(_ type: FeatureType) -> [Feature]? {
    store.features.filter { $0.type == type }
  }

  /// The sections in alphabetical order, then `nil` if there are features without one.
  public static func sections() -> [String?] {
    let sections = Set(store.features.map(\.section))
    return sections.compactMap(\.self).sorted() + (sections.contains(nil) ? [nil] : [])
  }

  /// Prints a line for each feature with its state.
  public static func printFeatureFlags() {
    for feature in store.features {
      print("\(feature.name): Enabled -> \(feature.isEnabled())")
    }
  }

  /// Prints the properties of each feature.
  public static func printExtendedFeatureFlagInformation() {
    for feature in store.features { print("\(feature)\n") }
  }
}
