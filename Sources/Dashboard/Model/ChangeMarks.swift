import FeatureFlags

/// The changes of the last loads, which are highlighted for ten seconds.
struct ChangeMarks: Sendable {
  private var batches: [Batch] = []

  private struct Batch {
    /// What the load changed.
    let difference: FlagDifference
    /// The features in the list that it changed or added.
    let names: Set<Feature.Name>
    /// When the load ended.
    let start: Duration
  }

  /// How long ago a feature changed.
  enum Age: Hashable, Sendable {
    /// Less than five seconds ago.
    case fresh
    /// Less than ten seconds ago.
    case fading
  }

  /// How long a change is highlighted strongly.
  static let freshTime = Duration.seconds(5)
  /// How long a change is highlighted at all.
  static let wholeTime = Duration.seconds(10)

  /// Adds what a load changed.
  mutating func add(_ difference: FlagDifference, at time: Duration) {
    guard !difference.isEmpty else { return }
    let names = Set(difference.changed + difference.added)
    batches.append(Batch(difference: difference, names: names, start: time))
  }

  /// Removes the changes whose time is over.
  mutating func expire(at time: Duration) {
    batches.removeAll { $0.start + Self.wholeTime <= time }
  }

  /// How long ago a feature changed; `nil` if that is ten seconds or more.
  func age(of name: Feature.Name, at time: Duration) -> Age? {
    guard let batch = batches.last(where: { $0.names.contains(name) }) else { return nil }
    let age = time - batch.start
    return age < Self.freshTime ? .fresh : age < Self.wholeTime ? .fading : nil
  }

  /// What the last load changed, as its notice and the activity log count it; `nil` once its time is
  /// over.
  func latest(at time: Duration) -> FlagDifference? {
    guard let batch = batches.last, batch.start + Self.wholeTime > time else { return nil }
    return batch.difference
  }

  /// When a highlight next changes.
  func nextStep(after time: Duration) -> Duration? {
    batches.flatMap { [$0.start + Self.freshTime, $0.start + Self.wholeTime] }
      .filter { $0 > time }
      .min()
  }
}
