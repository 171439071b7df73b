import FeatureFlags

/// The differences of the last loads, which the list highlights for ten seconds.
struct ChangeMarks: Sendable {
  private var batches: [Batch] = []

  private struct Batch {
    /// The difference.
    let difference: FlagDifference
    /// The changed and added features.
    let names: Set<Feature.Name>
    /// The time of the load.
    let start: Duration
  }

  /// The age of a change.
  enum Age: Hashable, Sendable {
    /// Less than five seconds ago.
    case fresh
    /// Less than ten seconds ago.
    case fading
  }

  /// The duration of the strong highlight.
  static let freshTime = Duration.seconds(5)
  /// The duration of the whole highlight.
  static let wholeTime = Duration.seconds(10)

  /// Adds the difference of a load.
  mutating func add(_ difference: FlagDifference, at time: Duration) {
    guard !difference.isEmpty else { return }
    let names = Set(difference.changed + difference.added)
    batches.append(Batch(difference: difference, names: names, start: time))
  }

  /// Removes expired differences.
  mutating func expire(at time: Duration) {
    batches.removeAll { $0.start + Self.wholeTime <= time }
  }

  /// The age of the last change of a feature; `nil` from ten seconds on.
  func age(of name: Feature.Name, at time: Duration) -> Age? {
    guard let batch = batches.last(where: { $0.names.contains(name) }) else { return nil }
    let age = time - batch.start
    return age < Self.freshTime ? .fresh : age < Self.wholeTime ? .fading : nil
  }

  /// The difference of the last load; `nil` after ten seconds.
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
