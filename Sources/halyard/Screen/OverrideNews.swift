import FeatureFlags

/// The features whose overrides other programs have changed since the event loop last handled changes,
/// merged by the cause of the change.
///
/// Its size is bounded by the number of features, however many changes arrive. The event loop reads the
/// current overrides of the features when it handles a ``Slice``.
struct OverrideNews: Sendable {
  /// Some of the features of one merged change.
  struct Slice: Hashable, Sendable {
    let names: [Feature.Name]
    let cause: FlagChange.Cause
    /// The number of features of the whole change for the first slice; `nil` for the others.
    var total: Int?
    /// Whether no slice of the change follows.
    var isLast = true
  }

  /// The features of one merged change, in the order of their first changes.
  private struct Change {
    let cause: FlagChange.Cause
    var names: [Feature.Name] = []
    var known: Set<Feature.Name> = []
    /// The number of names in the slices that were removed.
    var start = 0

    init(_ cause: FlagChange.Cause) { self.cause = cause }

    mutating func add(_ new: some Sequence<Feature.Name>) {
      for name in new where known.insert(name).inserted { names.append(name) }
    }
  }

  private var changes: [Change] = []

  /// The maximum number of features of a slice, which is handled between two checks for input.
  static let sliceSize = 500

  /// Whether there are no changes.
  var isEmpty: Bool { changes.isEmpty }

  /// Adds the changes of features.
  ///
  /// The names can be empty: then only overrides without a feature have changed.
  mutating func add(_ names: some Sequence<Feature.Name>, _ cause: FlagChange.Cause) {
    // A change whose first slice was removed has been announced with its number of features.
    if let index = changes.firstIndex(where: { $0.cause == cause && $0.start == 0 }) {
      changes[index].add(names)
    } else {
      var change = Change(cause)
      change.add(names)
      changes.append(change)
    }
  }

  /// Adds all changes of other news.
  mutating func add(_ other: OverrideNews) {
    for change in other.changes { add(change.names[change.start...], change.cause) }
  }

  /// Removes and returns the next slice; `nil` if there are no changes.
  mutating func removeSlice() -> Slice? {
    guard let change = changes.first else { return nil }
    let end = min(change.start + Self.sliceSize, change.names.count)
    let isLast = end == change.names.count
    if isLast { changes.removeFirst() } else { changes[0].start = end }
    return Slice(
      names: Array(change.names[change.start..<end]),
      cause: change.cause,
      total: change.start == 0 ? change.names.count : nil,
      isLast: isLast
    )
  }
}
