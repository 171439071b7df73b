import FeatureFlags

/// The variation of an experiment.
public final class OPTLYVariation: Sendable {
  /// The key of the variation.
  public let variationKey: String
  /// The id of the variation.
  public let variationId: String

  init(key: String, id: String) {
    variationKey = key
    variationId = id
  }
}

/// The client of an ``OPTLYManager``, by the names of the Objective-C SDK.
///
/// Before there is a datafile, every call that evaluates or tracks logs an error and returns `nil`,
/// `false` or nothing. The methods may be called from any thread.
open class OPTLYClient {
  /// The client that evaluates, with the calls of the Swift SDK.
  public let optimizely: OptimizelyClient

  init(_ optimizely: OptimizelyClient) {
    self.optimizely = optimizely
  }

  /// The listeners of the client.
  public var notificationCenter: (any OPTNotificationCenter)? { optimizely.notificationCenter }

  /// Evaluates an experiment for a user, and dispatches its impression.
  ///
  /// - Returns: The variation; `nil` if the user gets none.
  @discardableResult
  open func activate(
    _ experimentKey: String,
    userId: String,
    attributes: OptimizelyAttributes? = nil
  ) -> OPTLYVariation? {
    logged {
      let user = optimizely.user(userId, attributes)
      let (decision, active) = try optimizely.decision(experimentKey, for: user)
      let variation = try variation(decision, experimentKey, userId)
      optimizely.dispatchImpressions(of: [decision], of: user, ruleType: "experiment", in: active)
      return variation
    }
  }

  /// Evaluates an experiment for a user, without an impression.
  ///
  /// - Returns: The variation; `nil` if the user gets none.
  open func variation(
    _ experimentKey: String,
    userId: String,
    attributes: OptimizelyAttributes? = nil
  ) -> OPTLYVariation? {
    logged {
      let user = optimizely.user(userId, attributes)
      return try variation(optimizely.decision(experimentKey, for: user).0, experimentKey, userId)
    }
  }

  /// Tracks an event of a user.
  open func track(
    _ eventKey: String,
    userId: String,
    attributes: OptimizelyAttributes? = nil,
    eventTags: OptimizelyEventTags? = nil
  ) {
    logged {
      try optimizely.track(
        eventKey: eventKey,
        userId: userId,
        attributes: attributes,
        eventTags: eventTags
      )
    }
  }

  /// Forces a variation of an experiment for a user, until the manager is initialized again.
  ///
  /// - Returns: Whether the experiment has the variation.
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

  /// Returns the variation that is forced for a user; `nil` if there is none.
  open func getForcedVariation(_ experimentKey: String, userId: String) -> OPTLYVariation? {
    let key = optimizely.getForcedVariation(experimentKey: experimentKey, userId: userId)
    let rule = optimizely.active?.loaded.evaluator.experiment(experimentKey)?.rule
    return key.flatMap { rule?.variation(key: $0) }.map { OPTLYVariation(key: $0.key, id: $0.id) }
  }

  private func variation(
    _ decision: FlagDecision,
    _ experiment: String,
    _ user: String
  ) throws(OptimizelyError) -> OPTLYVariation {
    guard let key = decision.variation, let id = decision.variationID else {
      throw .variationUnknown(user, experiment)
    }
    return OPTLYVariation(key: key, id: id)
  }

  @discardableResult
  private func logged<Value>(_ call: () throws -> Value) -> Value? {
    do {
      return try call()
    } catch OptimizelyError.variationUnknown(let user, let key) {
      // A user outside the experiment is not an error.
      optimizely.logger.log(.info, OptimizelyError.variationUnknown(user, key).reason)
    } catch {
      optimizely.settings.onProblem(error as? OptimizelyError ?? .generic)
    }
    return nil
  }
}

// MARK: Flags

extension OPTLYClient {
  /// Whether a flag is on for a user; dispatches the impression of the decision.
  public func isFeatureEnabled(
    _ featureKey: String,
    userId: String,
    attributes: OptimizelyAttributes? = nil
  ) -> Bool {
    optimizely.isFeatureEnabled(featureKey: featureKey, userId: userId, attributes: attributes)
  }

  /// The keys of the flags that are on for a user.
  public func getEnabledFeatures(
    _ userId: String,
    attributes: OptimizelyAttributes? = nil
  ) -> [String] {
    optimizely.getEnabledFeatures(userId: userId, attributes: attributes)
  }

  /// The value of a Boolean variable; `nil` on an error, which is logged.
  public func getFeatureVariableBoolean(
    _ featureKey: String,
    variableKey: String,
    userId: String,
    attributes: OptimizelyAttributes? = nil
  ) -> Bool? {
    logged {
      try optimizely.getFeatureVariableBoolean(
        featureKey: featureKey,
        variableKey: variableKey,
        userId: userId,
        attributes: attributes
      )
    }
  }

  /// The value of a number variable; `nil` on an error, which is logged.
  public func getFeatureVariableDouble(
    _ featureKey: String,
    variableKey: String,
    userId: String,
    attributes: OptimizelyAttributes? = nil
  ) -> Double? {
    logged {
      try optimizely.getFeatureVariableDouble(
        featureKey: featureKey,
        variableKey: variableKey,
        userId: userId,
        attributes: attributes
      )
    }
  }

  /// The value of a whole-number variable; `nil` on an error, which is logged.
  public func getFeatureVariableInteger(
    _ featureKey: String,
    variableKey: String,
    userId: String,
    attributes: OptimizelyAttributes? = nil
  ) -> Int? {
    logged {
      try optimizely.getFeatureVariableInteger(
        featureKey: featureKey,
        variableKey: variableKey,
        userId: userId,
        attributes: attributes
      )
    }
  }

  /// The value of a string variable; `nil` on an error, which is logged.
  public func getFeatureVariableString(
    _ featureKey: String,
    variableKey: String,
    userId: String,
    attributes: OptimizelyAttributes? = nil
  ) -> String? {
    logged {
      try optimizely.getFeatureVariableString(
        featureKey: featureKey,
        variableKey: variableKey,
        userId: userId,
        attributes: attributes
      )
    }
  }
}
