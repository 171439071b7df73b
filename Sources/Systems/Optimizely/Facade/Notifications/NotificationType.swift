public import FoundationEssentials

/// The attributes of a user by key: strings, numbers and Booleans.
public typealias OptimizelyAttributes = [String: Any?]
/// The tags of a tracked event by key; `revenue` and `value` are numbers.
public typealias OptimizelyEventTags = [String: Any]

/// The event about which a client notifies its listeners.
public enum NotificationType: Int, CaseIterable, Hashable, Sendable {
  /// An impression of an experiment was dispatched.
  case activate = 1
  /// An event was tracked.
  case track = 2
  /// A newer datafile became active.
  case datafileChange = 3
  /// A flag or an experiment was evaluated.
  case decision = 4
  /// A batch of events is about to be sent.
  case logEvent = 5
}

/// The `key` and `id` of an experiment in a notification.
public typealias OptimizelyExperimentData = [String: Any]
/// The `key` and `id` of a variation in a notification.
public typealias OptimizelyVariationData = [String: Any]

/// The function that receives the arguments of a notification of any type as one list, in the order
/// of the typed listener.
public typealias GenericListener = (Any...) -> Void
/// The function that receives an impression: the experiment, the user, the variation, and the event
/// with its `url` and its `body`.
public typealias ActivateListener = (
  _ experiment: OptimizelyExperimentData, _ userId: String, _ attributes: OptimizelyAttributes?,
  _ variation: OptimizelyVariationData, _ event: [String: Any]
) -> Void
/// The function that receives a tracked event, with the `url` and the `body` of its request.
public typealias TrackListener = (
  _ eventKey: String, _ userId: String, _ attributes: OptimizelyAttributes?,
  _ eventTags: [String: Any]?, _ event: [String: Any]
) -> Void
/// The function that receives a decision: its type, such as `flag` or `ab-test`, and its result.
public typealias DecisionListener = (
  _ type: String, _ userId: String, _ attributes: OptimizelyAttributes?,
  _ decisionInfo: [String: Any]
) -> Void
/// The function that receives a datafile that has become active.
public typealias DatafileChangeListener = (_ datafile: Data) -> Void
/// The function that receives the URL and the JSON object of a batch that is about to be sent.
public typealias LogEventListener = (_ url: String, _ event: [String: Any]) -> Void
/// The function that is called after a tester has changed the overrides, which can change
/// decisions.
public typealias OverridesChangeListener = () -> Void
