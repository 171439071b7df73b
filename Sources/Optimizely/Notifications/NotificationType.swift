public import FoundationEssentials

/// The attributes of a user by key: strings, numbers and Booleans.
public typealias OptimizelyAttributes = [String: Any?]
/// The tags of a tracked event by key; `revenue` and `value` are numbers.
public typealias OptimizelyEventTags = [String: Any]

/// The kind of a notification.
public enum NotificationType: Int, CaseIterable, Hashable, Sendable {
  /// An impression of an experiment was dispatched.
  case activate = 1
  /// An event was tracked.
  case track = 2
  /// A newer datafile is active.
  case datafileChange = 3
  /// A flag or an experiment was evaluated.
  case decision = 4
  /// A batch of events is about to be sent.
  case logEvent = 5
}

/// The `key` and `id` of an experiment.
public typealias OptimizelyExperimentData = [String: Any]
/// The `key` and `id` of a variation.
public typealias OptimizelyVariationData = [String: Any]

/// Receives the arguments of a notification of any type: one list, in the order of the listener of
/// that type.
public typealias GenericListener = (Any...) -> Void
/// Receives an impression: the experiment, the user, the variation, and the event with its `url`
/// and its `body`.
public typealias ActivateListener = (
  _ experiment: OptimizelyExperimentData, _ userId: String, _ attributes: OptimizelyAttributes?,
  _ variation: OptimizelyVariationData, _ event: [String: Any]
) -> Void
/// Receives a tracked event, with the `url` and the `body` to be sent.
public typealias TrackListener = (
  _ eventKey: String, _ userId: String, _ attributes: OptimizelyAttributes?,
  _ eventTags: [String: Any]?, _ event: [String: Any]
) -> Void
/// Receives a decision: its type, such as `flag` or `ab-test`, and its result.
public typealias DecisionListener = (
  _ type: String, _ userId: String, _ attributes: OptimizelyAttributes?,
  _ decisionInfo: [String: Any]
) -> Void
/// Receives a datafile that has become active.
public typealias DatafileChangeListener = (_ datafile: Data) -> Void
/// Receives a batch that is about to be sent: its address, and its body as an object.
public typealias LogEventListener = (_ url: String, _ event: [String: Any]) -> Void
/// Called when a tester has changed the overrides: decisions can be different.
public typealias OverridesChangeListener = () -> Void
