import FeatureFlags

/// The variation that an experiment assigns to a user.
public final class OPTLYVariation: Sendable {
  /// The key of the variation, as in the datafile.
  public let variationKey: String
  /// The id of the variation, as in the datafile.
  public let variationId: String

  init(key: String, id: String) {
    variationKey = key
    variationId = id
  }
}

/// Evaluates the flags and experiments of an ``OPTLYManager``, with the names of the Objective-C
/// SDK.
///
/// Without a datafile, every call logs an error and returns `nil`, `false` or an empty result. The
/// methods may be called from any thread.
open class OPTLYClient {
  /// The underlying client, which evaluates the flags and has the API of the Swift SDK.
  public let optimizely: OptimizelyClient

  init(_ optimizely: OptimizelyClient) {
    self.optimizely = optimizely
  }

  /// The notification center with the listeners of the client.
  public var notificationCenter: (any OPTNotificationCenter)? { optimizely.notificationCenter }

  /// Evaluates an experiment for a user, and dispatches its impression.
  ///
  /// - Returns: The variation; `nil` if no variation is assigned to the user.
  @discardableResult
  open func activate(
    _ experimentKey: String,
    userId: String,
    attributes: OptimizelyAttributes? = nil
  ) -> OPTLYVariation? {
    logged(
      try optimizely.variation(experimentKey, userId, attributes, sendsImpression: true)
    ).map(OPTLYVariation.init)
  }

  /// Evaluates an experiment for a user, without dispatching an impression.
  ///
  /// - Returns: The variation; `nil` if no variation is assigned to the user.
  open func variation(
    _ experimentKey: String,
    userId: String,
    attributes: OptimizelyAttributes? = nil
  ) -> OPTLYVariation? {
    logged(
      try optimizely.variation(experimentKey, userId, attributes, sendsImpression: false)
    ).map(OPTLYVariation.init)
  }

  /// Tracks an event of a user; an error is logged instead of thrown.
  open func track(
    _ eventKey: String,
    userId: String,
    attributes: OptimizelyAttributes? = nil,
    eventTags: OptimizelyEventTags? = nil
  ) {
    let user = optimizely.user(userId, attributes)
    logged(try optimizely.track(eventKey, for: user, tags: eventTags))
  }

  /// Forces a variation of an experiment for a user, until the manager is initialized again.
  ///
  /// - Returns: Whether the experiment and the variation exist.
  @discardableResult
  open func setForcedVariation(
    _ experimentKey: String,
    userId: String,
    variationKey: String?
  ) -> Bool {
    optimizely.setForcedVariation(
      experimentKey: experimentKey,
      userId: userId,
      variationKey: variationKey
    )
  }

  /// Returns the variation of an experiment that is forced on a user; `nil` if there is none.
  open func getForcedVariation(_ experimentKey: String, userId: String) -> OPTLYVariation? {
    let key = optimizely.getForcedVariation(experimentKey: experimentKey, userId: userId)
    let rule = optimizely.active?.loaded.evaluator.experiment(experimentKey)?.rule
    return key.flatMap { rule?.variation(key: $0) }.map { OPTLYVariation(key: $0.key, id: $0.id) }
  }

  @discardableResult
  private func logged<Value>(
    _ value: @autoclosure () throws(OptimizelyError) -> Value
  ) -> Value? {
    do throws(OptimizelyError) {
      return try value()
    } catch .variationUnknown(let user, let key) {
      // Logged as information, not as an error: a user who gets no variation, such as by targeting,
      // is a normal result.
      optimizely.logger.log(.info, OptimizelyError.variationUnknown(user, key).reason)
    } catch {
      optimizely.settings.onProblem(error)
    }
    return nil
  }
}

// MARK: Flags

extension OPTLYClient {
  /// Returns whether a flag is on for a user, and dispatches the impression of the decision.
  public func isFeatureEnabled(
    _ featureKey: String,
    userId: String,
    attributes: OptimizelyAttributes? = nil
  ) -> Bool {
    optimizely.isFeatureEnabled(featureKey: featureKey, userId: userId, attributes: attributes)
  }

  /// Returns the keys of the flags that are on for a user, and dispatches their impressions.
  public func getEnabledFeatures(
    _ userId: String,
    attributes: OptimizelyAttributes? = nil
  ) -> [String] {
    optimizely.getEnabledFeatures(userId: userId, attributes: attributes)
  }

  /// Returns the value of a Boolean variable for a user; `nil` after an error, which is logged.
  public func getFeatureVariableBoolean(
    _ featureKey: String,
    variableKey: String,
    userId: String,
    attributes: OptimizelyAttributes? = nil
  ) -> Bool? {
    logged(try optimizely.variable(featureKey, variableKey, "boolean", userId, attributes))
  }

  /// Returns the value of a floating-point variable for a user; `nil` after an error, which is
  /// logged.
  public func getFeatureVariableDouble(
    _ featureKey: String,
    variableKey: String,
    userId: String,
    attributes: OptimizelyAttributes? = nil
  ) -> Double? {
    logged(try optimizely.variable(featureKey, variableKey, "double", userId, attributes))
  }

  /// Returns the value of an integer variable for a user; `nil` after an error, which is logged.
  public func getFeatureVariableInteger(
    _ featureKey: String,
    variableKey: String,
    userId: String,
    attributes: OptimizelyAttributes? = nil
  ) -> Int? {
    logged(try optimizely.variable(featureKey, variableKey, "integer", userId, attributes))
  }

  /// Returns the value of a text variable for a user; `nil` after an error, which is logged.
  public func getFeatureVariableString(
    _ featureKey: String,
    variableKey: String,
    userId: String,
    attributes: OptimizelyAttributes? = nil
  ) -> String? {
    logged(try optimizely.variable(featureKey, variableKey, "string", userId, attributes))
  }
}
