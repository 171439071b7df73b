public import FoundationEssentials

/// The API of the FeatureFlags framework, over one shared store.
///
/// Set where the configuration comes from, then ask for features; the configuration is loaded when
/// a feature is first asked for, and again at each `refresh()`. All calls are safe from any thread.
///
/// A file is read by the caller. A server is asked behind: until it has answered, the last good
/// configuration, the fallback or the bundled one is in effect.
public enum FeatureFlags {
  /// Where the configuration comes from.
  ///
  /// A file, or an `http` or `https` address. The default is a `Features.json` or `Features.plist`
  /// beside the program. Setting it makes the next look-up load from there.
  public static var configurationURL: URL? {
    get { SharedFlags.shared.settings.url ?? SharedFlags.bundledURL }
    set { SharedFlags.shared.set(\.url, to: newValue) }
  }

  /// The configuration that stands in where `configurationURL` cannot be read.
  ///
  /// Its features are also added to those of the configuration, and what it has under development
  /// stays under development.
  public static var localFallbackConfigurationURL: URL? {
    get { SharedFlags.shared.settings.fallbackURL }
    set { SharedFlags.shared.set(\.fallbackURL, to: newValue) }
  }

  /// The format of the configuration that was read last.
  ///
  /// The format is found out from the content, so that setting it has no effect on reading.
  public static var configurationType: ConfigurationType {
    get { SharedFlags.shared.settings.type }
    set { SharedFlags.shared.set(\.type, to: newValue) }
  }

  /// Whether features under development can be on.
  ///
  /// The default is `false`. Debug builds take it for `true`.
  public static var isDevelopment: Bool {
    get { SharedFlags.shared.isDevelopment }
    set { SharedFlags.shared.isDevelopment = newValue }
  }

  /// The store behind this API, with the configuration loaded.
  ///
  /// An app that wants a user key or a workspace of its own puts its own store here. It is loaded
  /// from `configurationURL` if that was set, and otherwise keeps the features it has.
  public static var store: FlagStore {
    get { SharedFlags.shared.store }
    set { SharedFlags.shared.store = newValue }
  }

  /// What went wrong when the configuration was last loaded; empty when all is well.
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

  /// Takes the configuration from a document that the app has at hand.
  ///
  /// An invalid document replaces nothing: the last known good configuration or the fallback stays
  /// active, and `failures` has the reason. The cache and new assignments are written in
  /// the background; a normal exit of the program waits for them.
  ///
  /// - Parameters:
  ///   - data: The document: JSON, JSON5 or a property list.
  ///   - completion: Called when the new features are in place.
  /// - Returns: The features in effect.
  @discardableResult
  public static func refreshWithData(
    _ data: Data,
    completion: (() -> Void)? = nil
  ) -> [Feature]? {
    SharedFlags.shared.refresh(with: [UInt8](data))
    completion?()
    return store.features
  }

  /// Adds a feature that the configuration does not have; one that it has stays as it is.
  ///
  /// The feature stays across a refresh, until the program ends.
  public static func addFeature(_ feature: Feature) {
    SharedFlags.shared.add(feature)
  }

  /// Turns a feature on or off until the program ends; an unknown name changes nothing.
  public static func updateFeatureIsEnabled(feature named: Feature.Name, isEnabled: Bool) {
    // The framework's call has no error; what does not go with the feature changes nothing.
    try? store.decide(.enabled(isEnabled), for: [named], isSaved: false)
  }

  /// Puts the user into a variation until the program ends.
  ///
  /// A feature or a variation that the configuration does not have changes nothing.
  public static func updateFeatureTestVariation(
    feature named: Feature.Name,
    testVariation: Test.Variation
  ) {
    // The framework's call has no error; what does not go with the feature changes nothing.
    try? store.decide(.variation(testVariation), for: [named], isSaved: false)
  }

  /// Forgets the last good configuration, and every feature with its override.
  ///
  /// The features come back with the next refresh, each user in the variations as before.
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

  /// Prints what is known about each feature.
  public static func printExtendedFeatureFlagInformation() {
    for feature in store.features { print("\(feature)\n") }
  }
}
