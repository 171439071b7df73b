/// The settings of contextual bandits: the prediction service and the cache of its predictions.
public struct CmabConfig: Hashable, Sendable {
  /// The URL of the default prediction service, without the id of the rule.
  public static let defaultEndpoint = "https://prediction.cmab.optimizely.com/predict"

  /// The maximum number of cached variations, one for each user and rule; 0 or less disables the
  /// cache.
  public var cacheSize: Int
  /// The seconds after which a cached variation expires; 0 or less means 1,800.
  public var cacheTimeoutInSecs: Int
  /// The URL of the prediction service, without the id of the rule; `nil` means
  /// ``defaultEndpoint``.
  public var predictionEndpoint: String?

  /// Creates settings; the defaults are those of the SDK.
  ///
  /// - Parameters:
  ///   - cacheSize: The number of cached variations.
  ///   - cacheTimeoutInSecs: The seconds after which a cached variation expires.
  ///   - predictionEndpoint: The URL of the prediction service, without the id of the rule.
  public init(
    cacheSize: Int = 100,
    cacheTimeoutInSecs: Int = 1_800,
    predictionEndpoint: String? = nil
  ) {
    self.cacheSize = cacheSize
    self.cacheTimeoutInSecs = cacheTimeoutInSecs
    self.predictionEndpoint = predictionEndpoint
  }
}
