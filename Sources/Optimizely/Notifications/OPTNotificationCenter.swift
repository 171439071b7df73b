public import FoundationEssentials

/// The listeners of a client, by the names of the Swift SDK.
///
/// Clients use an ``OptimizelyNotificationCenter``, which documents the methods.
public protocol OPTNotificationCenter: AnyObject {
  /// Creates a center without listeners.
  init()

  /// The id of the next listener; the first one is 1.
  var notificationId: Int { get set }

  /// Adds a listener for the notifications of a type.
  @preconcurrency func addGenericNotificationListener(
    notificationType: Int,
    listener: @escaping @Sendable (Any...) -> Void
  ) -> Int?

  /// Adds a listener for impressions of experiments.
  @preconcurrency func addActivateNotificationListener(
    activateListener:
      @escaping @Sendable (
        _ experiment: OptimizelyExperimentData, _ userId: String,
        _ attributes: OptimizelyAttributes?, _ variation: OptimizelyVariationData,
        _ event: [String: Any]
      ) -> Void
  ) -> Int?

  /// Adds a listener for tracked events.
  @preconcurrency func addTrackNotificationListener(
    trackListener:
      @escaping @Sendable (
        _ eventKey: String, _ userId: String, _ attributes: OptimizelyAttributes?,
        _ eventTags: [String: Any]?, _ event: [String: Any]
      ) -> Void
  ) -> Int?

  /// Adds a listener for decisions.
  @preconcurrency func addDecisionNotificationListener(
    decisionListener:
      @escaping @Sendable (
        _ type: String, _ userId: String, _ attributes: OptimizelyAttributes?,
        _ decisionInfo: [String: Any]
      ) -> Void
  ) -> Int?

  /// Adds a listener for newer datafiles that are in use.
  @preconcurrency func addDatafileChangeNotificationListener(
    datafileListener: @escaping @Sendable (_ datafile: Data) -> Void
  ) -> Int?

  /// Adds a listener for batches that are about to be sent.
  @preconcurrency func addLogEventNotificationListener(
    logEventListener: @escaping @Sendable (_ url: String, _ event: [String: Any]) -> Void
  ) -> Int?

  /// Removes the listener with an id.
  func removeNotificationListener(notificationId: Int)
  /// Removes the listeners of a type.
  func clearNotificationListeners(type: NotificationType)
  /// Removes all listeners.
  func clearAllNotificationListeners()
  /// Sends a notification with arguments in the order of the listener of its type.
  func sendNotifications(type: Int, args: [Any?])
}

/// The notification center of the Swift SDK, by its name there.
public typealias DefaultNotificationCenter = OptimizelyNotificationCenter
