public import Connectivity
public import FeatureFlags

/// Something that the dashboard has to know of.
public enum Event: Sendable {
  /// A key was pressed.
  case key(Key)
  /// Text was pasted.
  case paste(String)
  /// The terminal has another size.
  case resized(Size)
  /// The features were loaded, for the first time or again.
  case loaded(Snapshot)
  /// These features, which are known by name, have another state.
  case changed([Feature])
  /// Polling goes on, or something came of it.
  case polling(PollStatus)
  /// The way to the Internet was checked.
  case connectivity(ConnectivityReport)
  /// Something happened that the log keeps.
  case activity(ActivityEntry)
  /// Something happened that the user should be told.
  case notice(Notice)
  /// The moment has come that `DashboardState.nextTick` asked for.
  case tick
}

/// All features of a source at one moment.
public struct Snapshot: Sendable {
  /// The features, in the configuration's order.
  public var features: [Feature]
  /// What in the configuration is not as it should be.
  public var problems: [Problem]
  /// How the configuration was got.
  public var origin: Origin
  /// Why it is not the newest one, such as a source that cannot be reached; `nil` if it is.
  public var note: String?
  /// The flag service that decides about the features, and can say why.
  public var service: (any FlagService)?
  /// For whom it decides; `nil` where that cannot be changed.
  public var person: Person?
  /// The features that changed since they were last loaded; they stand out for a while.
  public var changed: Set<Feature.Name>

  /// Makes a snapshot.
  public init(
    features: [Feature],
    problems: [Problem] = [],
    origin: Origin,
    note: String? = nil,
    service: (any FlagService)? = nil,
    person: Person? = nil,
    changed: Set<Feature.Name> = []
  ) {
    self.features = features
    self.problems = problems
    self.origin = origin
    self.note = note
    self.service = service
    self.person = person
    self.changed = changed
  }
}

/// A short message that goes away by itself.
public struct Notice: Hashable, Sendable {
  /// What the message says, in one line.
  public var text: String
  /// Whether it is good or bad news.
  public var kind: Kind

  /// Whether a message is good or bad news.
  public enum Kind: Hashable, Sendable, CaseIterable {
    /// What was asked for was done.
    case success
    /// Something is so.
    case information
    /// Something may not be as wanted.
    case warning
    /// What was asked for could not be done.
    case failure
  }

  /// Makes a message.
  public init(_ text: String, kind: Kind) {
    self.text = text
    self.kind = kind
  }
}
