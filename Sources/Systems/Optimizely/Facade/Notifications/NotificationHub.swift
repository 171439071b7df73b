import FeatureFlags
import FoundationEssentials
import Locking

/// Sends the notifications of a client to its notification center, which the app may replace at any
/// time.
final class NotificationHub: Sendable {
  /// The type of the notification for changed overrides, which the SDKs do not have.
  static let overridesChange = 6

  private let object = Locked(
    UncheckedSendable<(any OPTNotificationCenter)?>(OptimizelyNotificationCenter())
  )

  /// The notification center of the client; `nil` sends no notifications.
  var center: (any OPTNotificationCenter)? {
    get { object.withLock { $0 }.value }
    set {
      let object = UncheckedSendable(newValue)
      self.object.withLock { $0 = object }
    }
  }

  /// Whether a notification of the type can have a listener; `true` for an app's own center.
  func hasListeners(_ type: NotificationType) -> Bool {
    guard let center else { return false }
    return (center as? OptimizelyNotificationCenter)?.hasListeners(type) ?? true
  }

  private func send(_ type: NotificationType, _ args: [Any?]) {
    center?.sendNotifications(type: type.rawValue, args: args)
  }
}

extension NotificationHub {
  func send(_ decision: DecisionNotification, of user: UserContext) {
    let info = decision.info.withNulls
    send(.decision, [decision.type, user.id, user.plainAttributes, info])
  }

  /// Notifies activate listeners of an impression, unless it is the impression of a holdout, which
  /// activates no experiment.
  func sendActivate(_ decision: FlagDecision, of user: UserContext, event: EventForDispatch) {
    guard let rule = decision.rule, let variation = decision.variation,
      decision.source != .holdout, hasListeners(.activate)
    else { return }
    let experiment: [String: Any] = ["key": rule, "id": decision.ruleID ?? ""]
    let outcome: [String: Any] = ["key": variation, "id": decision.variationID ?? ""]
    send(.activate, [experiment, user.id, user.plainAttributes, outcome, event.arguments])
  }

  func sendTrack(
    _ key: String,
    of user: UserContext,
    tags: [String: Any]?,
    event: EventForDispatch
  ) {
    send(.track, [key, user.id, user.plainAttributes, tags, event.arguments])
  }

  func sendDatafileChange(_ datafile: Data) {
    send(.datafileChange, [datafile])
  }

  func sendLogEvent(url: String, body: String) {
    // Skips the notification if there is no listener: decoding the JSON of the batch takes time.
    guard hasListeners(.logEvent) else { return }
    // A listener receives a dictionary: a body that is not a JSON object, which only an app's own
    // event can have, is reported as an empty dictionary.
    let event = (try? DataValue(json: body))?.any as? [String: Any]
    send(.logEvent, [url, event ?? [:]])
  }

  func sendOverridesChange() {
    center?.sendNotifications(type: Self.overridesChange, args: [])
  }
}

extension EventForDispatch {
  fileprivate var arguments: [String: Any] { ["url": url, "body": body] }
}

/// The arguments of a decision notification: the type and the info dictionary, with the keys of the
/// SDKs.
struct DecisionNotification {
  let type: String
  let info: [String: Any?]

  /// Returns the notification of the `decide` methods.
  static func flag(_ decision: FlagDecision) -> DecisionNotification {
    DecisionNotification(
      type: "flag",
      info: [
        "flagKey": decision.flag,
        "enabled": decision.isEnabled,
        "variables": decision.variables.mapValues(\.any),
        "variationKey": decision.variation,
        "ruleKey": decision.rule,
        "reasons": decision.reasons,
        "decisionEventDispatched": !decision.impressions.isEmpty,
        "experimentId": decision.ruleID,
        "variationId": decision.variationID,
      ]
    )
  }

  /// Returns the notification of `activate` and `getVariationKey`.
  ///
  /// - Parameters:
  ///   - experiment: The key of the experiment.
  ///   - variation: The key of the variation; `nil` if no variation is assigned to the user.
  ///   - hasFlag: Whether the experiment belongs to a flag.
  /// - Returns: The notification, of type `feature-test` or `ab-test`.
  static func experiment(_ experiment: String, variation: String?, hasFlag: Bool)
    -> DecisionNotification
  {
    DecisionNotification(
      type: hasFlag ? "feature-test" : "ab-test",
      info: ["experimentKey": experiment, "variationKey": variation]
    )
  }

  /// Returns the notification of `isFeatureEnabled`; `more` contains the additional entries of the
  /// methods that return variables.
  static func feature(
    _ decision: FlagDecision,
    type: String = "feature",
    _ more: [String: Any?] = [:]
  ) -> DecisionNotification {
    var source: [String: Any] = [:]
    if let rule = decision.rule, let variation = decision.variation {
      source = ["experimentKey": rule, "variationKey": variation]
    }
    let info: [String: Any?] = [
      "featureKey": decision.flag,
      "featureEnabled": decision.isEnabled,
      "source": (decision.source ?? .rollout).rawValue,
      "sourceInfo": source,
    ]
    return DecisionNotification(type: type, info: info.merging(more) { $1 })
  }
}
