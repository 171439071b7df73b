import FeatureFlags
import Text
package import Workbench

/// The changes of the source that the user has not dismissed, newest first.
struct ChangeLog: Sendable {
  /// The changes, one for each load that has changed the source, newest first.
  private(set) var changes: [ComparedSource] = []
  /// The rows that the changes pane shows, newest change first.
  private(set) var rows: [Row] = []
  /// The names of the added and changed features.
  private(set) var names: Set<Feature.Name> = []
  /// The names of the features that the source no longer has.
  private var removed: Set<Feature.Name> = []

  /// The number of different features that were added, removed or changed.
  var count: Int { names.count + removed.count }

  /// One row of the changes pane.
  struct Row: Hashable, Sendable {
    /// The index of the change in ``changes``.
    let change: Int
    let kind: Kind

    /// The content of a row.
    enum Kind: Hashable, Sendable {
      /// The time and the numbers of one change.
      case heading
      case added(Feature.Name)
      case removed(Feature.Name)
      case changed(ChangedDefinition)
      /// The number of features of the change that have no row of their own.
      case omitted(Int)
    }
  }

  /// The maximum number of changes; the oldest ones are dropped.
  static let limit = 100
  /// The maximum number of features of one change that have a row.
  static let rowLimit = 200

  /// Adds the change of a load as the newest one; ignores an empty change.
  mutating func add(_ change: ComparedSource) {
    guard !change.comparison.isEmpty else { return }
    changes.insert(change, at: 0)
    if changes.count > Self.limit { changes.removeLast() }
    addNames(of: change.comparison)
    updateRows()
  }

  mutating func dismiss(_ index: Int) {
    guard changes.indices.contains(index) else { return }
    changes.remove(at: index)
    (names, removed) = ([], [])
    for change in changes.reversed() { addNames(of: change.comparison) }
    updateRows()
  }

  mutating func dismissAll() { self = ChangeLog() }

  /// Adds the names of the features in the newest change.
  ///
  /// A feature that an earlier change removed and this one adds counts as changed; one that was added
  /// and is now removed counts as removed.
  private mutating func addNames(of comparison: ConfigurationComparison) {
    let added = comparison.added + comparison.changed.map(\.name)
    names.formUnion(added)
    removed.subtract(added)
    names.subtract(comparison.removed)
    removed.formUnion(comparison.removed)
  }

  private mutating func updateRows() {
    rows = changes.enumerated().flatMap { Self.rows(of: $1.comparison, $0) }
  }

  private static func rows(of comparison: ConfigurationComparison, _ change: Int) -> [Row] {
    let all: [Row.Kind] =
      comparison.changed.prefix(rowLimit).map { .changed($0) }
      + comparison.added.prefix(rowLimit).map { .added($0) }
      + comparison.removed.prefix(rowLimit).map { .removed($0) }
    let total = comparison.changed.count + comparison.added.count + comparison.removed.count
    let kinds = all.prefix(rowLimit)
    let rest = total > kinds.count ? [Row.Kind.omitted(total - kinds.count)] : []
    return ([.heading] + kinds + rest).map { Row(change: change, kind: $0) }
  }
}

extension ChangeLog {
  /// Whether the row with the index is about a load as a whole, and not about one feature.
  func isAboutLoad(atRow index: Int) -> Bool {
    rows.indices.contains(index) && rows[index].name == nil
  }
}

extension ChangeLog.Row {
  /// The feature of the row; `nil` for a row about a load as a whole.
  var name: Feature.Name? {
    switch kind {
    case .heading, .omitted: nil
    case .added(let name), .removed(let name): name
    case .changed(let change): change.name
    }
  }
}

/// A change of the source that a load has found, with the time of the load.
public struct ComparedSource: Sendable {
  /// The differences from the previous configuration.
  package let comparison: ConfigurationComparison
  /// The time at which the new configuration was loaded.
  public let when: Moment

  package init(_ comparison: ConfigurationComparison, when: Moment) {
    self.comparison = comparison
    self.when = when
  }
}

extension VariationMove {
  /// The move as a sentence without a full stop, such as `10 % of users move from Disabled to
  /// Enabled`.
  package var text: String {
    "\(Self.shareText(share)) of users move from \(Self.name(from)) to \(Self.name(to))"
  }

  /// A percentage of users for display; a small one is never shown as 0.
  package static func shareText(_ share: Double) -> String {
    share > 0 && share < 0.01 ? "less than 0.01 %" : Number.percent(share)
  }

  private static func name(_ variation: TestVariation?) -> String {
    variation?.rawValue ?? "no variation"
  }
}

extension ChangedField {
  /// The old and the new value, such as `10/90 → 20/80`; `none` for a missing value.
  package var valuesText: String { "\(old ?? "none") → \(new ?? "none")" }
}

extension ChangedDefinition {
  /// The users who change variation, one sentence for each pair of variations; empty if the change
  /// moves no user.
  package var moveTexts: [String] {
    guard let moves else {
      return ["unknown how many users change variation: a service allocates them"]
    }
    return moves.map(\.text)
  }
}
