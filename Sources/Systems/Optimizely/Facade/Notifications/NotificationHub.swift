import FeatureFlags
import FoundationEssentials
import Locking

/// Sends the notifications of a client to its notification center, which the app may replace at any
/// time.
final class NotificationHub: Sendable {
  /// The type of the notification for changed overrides, which the SDKs do not have.
  static let overridesChange = 6

  private let object = Locked(
    AppObject<(any OPTNotificationCenter)?>(OptimizelyNotificationCenter())
  )

  /// The notification center of the client; `nil` sends no notifications.
  var center: (any OPTNotificationCenter)? {
    get { object.withLock { $0 }.value }
    set {
      let object = AppObject(newValue)
      self.object.withLock { $0 = object }
    }
  }

  /// Whether a notification of the type can have a listener; `true` for an app's own center.
  func hasListeners(_ type: NotificationType) -> Bool {
    guard let center else { return false }
    return (center as? OptimizelyNotificationCenter)?.hasListeners(type) ?? true
  }

  private func sendNotifications(type: Int, args: [Any?]) {
    center?.sendNotifications(type: type, args: args)
  }
}

extension NotificationHub {
  func send(_ decision: DecisionNotification, of user: UserContext) {
    sendNotifications(
      type: NotificationType.decision.rawValue,
      args: [
        decision.type, user.id, user.plainAttributes, decision.info.withNulls,
      ]
    )
  }

  /// Notifies activate listeners of an impression, unless it is the impression of a holdout, which
  /// activates no experiment.
  func sendActivate(_ decision: FlagDecision, of user: UserContext, event: EventForDispatch) {
    guard let rule = decision.rule, let variation = decision.variation,
      decision.source != .holdout, hasListeners(.activate)
    else { return }
    let experiment: [String: Any] = ["key": rule, "id": decision.ruleID ?? ""]
    let outcome: [String: Any] = ["key": variation, "id": decision.variationID ?? ""]
    sendNotifications(
      type: NotificationType.activate.rawValue,
      args: [experiment, user.id, user.plainAttributes, outcome, event.arguments]
    )
  }

  func sendTrack(
    _ key: String,
    of user: UserContext,
    tags: [String: Any]?,
    event: EventForDispatch
  ) {
    sendNotifications(
      type: NotificationType.track.rawValue,
      args: [key, user.id, user.plainAttributes, tags, event.arguments]
    )
  }

  func sendDatafileChange(_ datafile: Data) {
    sendNotifications(type: NotificationType.datafileChange.rawValue, args: [datafile])
  }

  func sendLogEvent(url: String, body: String) {
    // Without a listener, skip the notification: decoding the JSON of the batch takes time.
    guard hasListeners(.logEvent) else { return }
    // A listener receives a dictionary: a body that is not a JSON object, which only an app's own
    // event can have, is reported as an empty dictionary.
    let event = (try? DataValue(json: body))?.any as? [String: Any]
    sendNotifications(type: NotificationType.logEvent.rawValue, args: [url, event ?? [:]])
  }

  func sendOverridesChange() {
    sendNotifications(type: Self.overridesChange, args: [])
  }
}

extension EventForDispatch {
  fileprivate var arguments: [String: Any] { ["url": url, "body": body] }
}
