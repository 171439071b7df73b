/// Notifies the listeners of a client: the protocol of the Swift SDK.
///
/// Clients use an ``OptimizelyNotificationCenter``, which documents the methods.
public protocol OPTNotificationCenter {
  /// Creates a notification center without listeners.
  init()

  /// The id of the next listener; the first listener has the id 1.
  var notificationId: Int { get set }

  /// Adds a listener for notifications of the given type, and returns its id.
  @discardableResult
  func addGenericNotificationListener(
    notificationType: Int,
    listener: @escaping GenericListener
  ) -> Int?

  /// Adds a listener for impressions of experiments, and returns its id.
  @discardableResult
  func addActivateNotificationListener(
    activateListener: @escaping ActivateListener
  ) -> Int?

  /// Adds a listener for tracked events, and returns its id.
  @discardableResult
  func addTrackNotificationListener(
    trackListener: @escaping TrackListener
  ) -> Int?

  /// Adds a listener for decisions, and returns its id.
  @discardableResult
  func addDecisionNotificationListener(
    decisionListener: @escaping DecisionListener
  ) -> Int?

  /// Adds a listener for newer datafiles that have become active, and returns its id.
  @discardableResult
  func addDatafileChangeNotificationListener(
    datafileListener: @escaping DatafileChangeListener
  ) -> Int?

  /// Adds a listener for batches of events that are about to be sent, and returns its id.
  @discardableResult
  func addLogEventNotificationListener(
    logEventListener: @escaping LogEventListener
  ) -> Int?

  /// Removes the listener with the given id.
  func removeNotificationListener(notificationId: Int)
  /// Removes all listeners for notifications of the given type.
  func clearNotificationListeners(type: NotificationType)
  /// Removes the listeners for notifications of every type.
  func clearAllNotificationListeners()
  /// Sends a notification; the arguments have the order of the listener of its type.
  func sendNotifications(type: Int, args: [Any?])
}

/// An alias of ``OptimizelyNotificationCenter`` that has the class name of the Swift SDK.
public typealias DefaultNotificationCenter = OptimizelyNotificationCenter
