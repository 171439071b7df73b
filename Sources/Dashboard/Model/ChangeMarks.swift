import FeatureFlags

/// Which features changed a short while ago.
struct ChangeMarks: Sendable {
  private var batches: [Batch] = []

  private struct Batch {
    let names: Set<Feature.Name>
    let start: Duration
  }

  /// How long ago a feature changed.
  enum Age: Hashable, Sendable {
    /// Just now.
    case fresh
    /// Not long ago.
    case fading
  }

  /// How long a feature stands out clearly.
  static let freshTime = Duration.seconds(5)
  /// How long it stands out at all.
  static let wholeTime = Duration.seconds(10)

  /// Marks features that have just changed.
  mutating func add(_ names: Set<Feature.Name>, at time: Duration) {
    if !names.isEmpty { batches.append(Batch(names: names, start: time)) }
  }

  /// Forgets what no longer stands out.
  mutating func expire(at time: Duration) {
    batches.removeAll { $0.start + Self.wholeTime <= time }
  }

  /// How long ago a feature changed; `nil` if it does not stand out.
  func age(of name: Feature.Name, at time: Duration) -> Age? {
    guard let batch = batches.last(where: { $0.names.contains(name) }) else { return nil }
    let age = time - batch.start
    return age < Self.freshTime ? .fresh : age < Self.wholeTime ? .fading : nil
  }

  /// The number of features that stand out.
  func count(at time: Duration) -> Int {
    let current = batches.filter { $0.start + Self.wholeTime > time }
    guard let first = current.first else { return 0 }
    return current.dropFirst().reduce(into: first.names) { $0.formUnion($1.names) }.count
  }

  /// When something here next looks different.
  func nextStep(after time: Duration) -> Duration? {
    batches.flatMap { [$0.start + Self.freshTime, $0.start + Self.wholeTime] }
      .filter { $0 > time }
      .min()
  }
}
