/// The settings of contextual bandits.
public struct CmabConfig: Hashable, Sendable {
  /// The address of the service that predicts variations, without the id of the rule.
  public static let defaultEndpoint = "https://prediction.cmab.optimizely.com/predict"

  /// The number of cached variations, one for each user and rule; 0 or less disables the cache.
  public var cacheSize: Int
  /// The seconds after which a cached variation expires; 0 or less is 1,800.
  public var cacheTimeoutInSecs: Int
  /// The address of the service, without the id of the rule; `nil` is ``defaultEndpoint``.
  public var predictionEndpoint: String?

  /// Creates settings.
  ///
  /// - Parameters:
  ///   - cacheSize: The number of cached variations.
  ///   - cacheTimeoutInSecs: The seconds after which a cached variation expires.
  ///   - predictionEndpoint: The address of the service, without the id of the rule.
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
