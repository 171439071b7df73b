import FeatureFlags

/// Tracks which features changed in recent loads; the list highlights them for ten seconds.
struct ChangeHighlights: Sendable {
  private var batches: [Batch] = []
  /// The time of the last change of each feature by the source, since the dashboard was opened.
  private(set) var lastChanges: [Feature.Name: Duration] = [:]

  private struct Batch {
    /// The difference between the loaded configuration and the previous one, or between the states for
    /// two users.
    let difference: FlagDifference
    /// The names of the changed and added features.
    let names: Set<Feature.Name>
    /// The time at which the configuration was loaded, on the clock of the dashboard.
    let start: Duration
    /// Whether the load evaluated the features for another user than the previous load.
    let isOtherUser: Bool
  }

  /// The age of a change, which selects the strength of its highlight.
  enum Age: Hashable, Sendable {
    /// The feature changed less than five seconds ago.
    case fresh
    /// The feature changed five to ten seconds ago.
    case fading
  }

  /// The duration of the strong highlight.
  static let freshTime = Duration.seconds(5)
  /// The duration of the strong and the weak highlight together.
  static let wholeTime = Duration.seconds(10)

  /// Adds the difference of a load; ignores an empty one.
  mutating func add(_ difference: FlagDifference, at time: Duration, isOtherUser: Bool = false) {
    guard !difference.isEmpty else { return }
    let names = Set(difference.changed + difference.added)
    batches.append(
      Batch(difference: difference, names: names, start: time, isOtherUser: isOtherUser)
    )
    for name in names { lastChanges[name] = time }
  }

  /// Removes the differences whose highlight has ended.
  mutating func expire(at time: Duration) {
    batches.removeAll { $0.start + Self.wholeTime <= time }
  }

  /// The age of a feature's last change; `nil` if it is not highlighted.
  func age(of name: Feature.Name, at time: Duration) -> Age? {
    guard let batch = batches.last(where: { $0.names.contains(name) }) else { return nil }
    let age = time - batch.start
    return age < Self.freshTime ? .fresh : age < Self.wholeTime ? .fading : nil
  }

  /// The description of the changes by the last load, for the title of the list; `nil` after ten
  /// seconds.
  func text(at time: Duration, isShort: Bool) -> String? {
    guard let batch = batches.last, batch.start + Self.wholeTime > time else { return nil }
    if batch.isOtherUser {
      let verb = batch.names.count == 1 ? "differs" : "differ"
      return "\(batch.names.count) \(verb)" + (isShort ? "" : " for this user")
    }
    return isShort ? batch.difference.shortText : batch.difference.text
  }

  /// The next time at which a highlight changes or ends; `nil` if there is none.
  func nextStep(after time: Duration) -> Duration? {
    batches.flatMap { [$0.start + Self.freshTime, $0.start + Self.wholeTime] }
      .filter { $0 > time }
      .min()
  }
}
