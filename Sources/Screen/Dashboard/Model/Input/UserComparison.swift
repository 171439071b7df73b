package import FeatureFlags
import Frame

/// The states of all features for several users; the features whose state differs between users come
/// first.
///
/// Equal cells share one value, so that the table of 100,000 features and 20 users is small.
public struct UserComparison: Sendable {
  /// The users, in the order of the columns; the first one is the current user.
  package let users: [User]
  /// The names of the features, in the order of the rows.
  package let names: [Feature.Name]
  /// The number of features whose state differs between users; they are the first rows.
  package let differingCount: Int

  /// The width of the longest name of a feature in cells; names are measured up to about 60 cells.
  package let nameWidth: Int
  /// The width of the longest state or name of a user in cells; texts are measured up to about 60 cells.
  package let cellWidth: Int

  /// The distinct values of all cells.
  private let cells: [Cell]
  /// The index of the cell of each feature, by column.
  private let columns: [[UInt32]]
  /// The assignments of the users to the features, by column; NaN for a feature without an assignment.
  private let assignments: [[Float]]

  package struct User: Hashable, Sendable {
    /// The name of the persona, or the key of the current user.
    package let name: String
    package let context: EvaluationContext

    package init(name: String, context: EvaluationContext) {
      self.name = name
      self.context = context
    }
  }

  /// The state of a feature for a user.
  package struct Cell: Hashable, Sendable {
    /// The label of the state, such as `Enabled` or the name of a variation.
    package let text: String
    package let reason: EvaluationReason
    /// The key of the rule that selected the variation; `nil` if no rule selected it.
    package let rule: String?
    /// Whether the state is unknown because the user has no key: the variation is chosen at random.
    package var isRandom = false
    /// Whether the feature has no result, because the persona has no key.
    package var lacksTargetingKey = false
    /// The users for whom the override is that determines the state.
    package var scope = OverrideScope.everyone
    /// Whether the override only enables the test, and the assignment selects the variation.
    package var isEnabledOnly = false
    /// Whether the assignment of the user selects the variation.
    package var isAllocated: Bool { reason == .split || isEnabledOnly }
  }

  /// Evaluates the features for each user.
  ///
  /// - Parameters:
  ///   - users: The users; the first one is the current user, whose assignments are persisted even
  ///     without a key.
  ///   - evaluate: Returns all features for a user, in the same order for each user; a feature that
  ///     is missing in a later result has no state.
  package init(of users: [User], evaluate: (User) -> [Feature]) {
    self.users = users
    var table = Table()
    for (index, user) in users.enumerated() {
      table.add(evaluate(user), isStable: index == 0 || user.context.targetingKey != nil)
    }
    let differs = table.rows.map(table.isDiffering)
    let order = table.rows.filter { differs[$0] } + table.rows.filter { !differs[$0] }
    names = order.map { table.names[$0] }
    differingCount = differs.count { $0 }
    cells = table.cells
    nameWidth = names.map { DisplayText($0.rawValue, limit: 60).width }.max() ?? 0
    let texts = cells.map(\.text) + users.map(\.name)
    cellWidth = texts.map { DisplayText($0, limit: 60).width }.max() ?? 0
    columns = table.columns.map { column in order.map { column[$0] } }
    assignments = table.assignments.map { column in order.map { column[$0] } }
  }

  /// The state of the feature in a row for the user in a column.
  package func cell(row: Int, column: Int) -> Cell { cells[Int(columns[column][row])] }

  /// The assignment of the user to the feature; `nil` if there is none.
  package func assignment(row: Int, column: Int) -> Double? {
    let number = assignments[column][row]
    return number.isNaN ? nil : Double(number)
  }

  /// Whether the state for the user in a column differs from that of the current user.
  package func isDifferent(row: Int, column: Int) -> Bool {
    cell(row: row, column: column).differs(from: cell(row: row, column: 0))
  }
}

extension UserComparison {
  /// Compares the features for two users by the rule of the table.
  ///
  /// - Parameters:
  ///   - before: The features for the one user.
  ///   - after: The features for the other user.
  /// - Returns: The features whose state differs, without those that only the first user has.
  static func difference(from before: [Feature], to after: [Feature]) -> FlagDifference {
    let others = Dictionary(before.map { ($0.name, $0) }) { first, _ in first }
    var (added, changed): ([Feature.Name], [Feature.Name]) = ([], [])
    for feature in after where !feature.isRemoved {
      guard let other = others[feature.name], !other.isRemoved else {
        added.append(feature.name)
        continue
      }
      if Cell(feature).differs(from: Cell(other)) { changed.append(feature.name) }
    }
    return FlagDifference(added: added, changed: changed)
  }
}

extension UserComparison.Cell {
  /// Creates the cell of a feature that is evaluated for a user.
  ///
  /// - Parameters:
  ///   - feature: The feature, evaluated for the user.
  ///   - isStable: Whether the user's assignments are computed from a key or persisted, and not chosen
  ///     at random.
  fileprivate init(_ feature: Feature, isStable: Bool = true) {
    let evaluation = feature.evaluation(in: .development)
    reason = evaluation.reason
    isEnabledOnly = reason == .override && feature.isOnlyEnabledByOverride
    scope = feature.overrideScope
    isRandom =
      !isStable && (reason == .split || isEnabledOnly) && feature.definition.usesAssignment
      && feature.definition.assignment == nil
    text = isRandom ? "random" : FeatureStateLabel(feature).text
    rule = evaluation.rule
    lacksTargetingKey = feature.lacksTargetingKey
  }

  fileprivate init(text: String, reason: EvaluationReason, rule: String?) {
    (self.text, self.reason, self.rule) = (text, reason, rule)
  }

  /// Whether two states differ; a cell without a result differs from no other cell.
  fileprivate func differs(from other: Self) -> Bool {
    text != other.text && !lacksTargetingKey && !other.lacksTargetingKey
  }
}

/// The cells of a comparison while the users are evaluated one after the other.
private struct Table {
  private(set) var names: [Feature.Name] = []
  private(set) var cells: [UserComparison.Cell] = []
  private(set) var columns: [[UInt32]] = []
  private(set) var assignments: [[Float]] = []
  private var order: [Int] = []
  private var indices: [UserComparison.Cell: UInt32] = [:]

  /// The state of a feature that is missing for a user.
  private static let missing = UserComparison.Cell(text: "–", reason: .unknown, rule: nil)

  var rows: Range<Int> { names.indices }

  /// Appends the column of a user; the first column determines the rows.
  ///
  /// - Parameters:
  ///   - features: The features, evaluated for the user.
  ///   - isStable: Whether the user's assignments are computed from a key or persisted, and not chosen
  ///     at random.
  mutating func add(_ features: [Feature], isStable: Bool) {
    if columns.isEmpty {
      order = features.listOrder
      names = order.map { features[$0].name }
    }
    var (column, numbers): ([UInt32], [Float]) = ([], [])
    for (row, index) in order.enumerated() {
      let feature = index < features.count ? features[index] : nil
      guard let feature, feature.name == names[row] else {
        column.append(self.index(of: Self.missing))
        numbers.append(.nan)
        continue
      }
      let cell = UserComparison.Cell(feature, isStable: isStable)
      column.append(self.index(of: cell))
      numbers.append(
        cell.isAllocated && !cell.isRandom ? feature.assignment.map(Float.init) ?? .nan : .nan
      )
    }
    columns.append(column)
    assignments.append(numbers)
  }

  /// Whether the state of a feature differs between users.
  func isDiffering(_ row: Int) -> Bool {
    guard let first = columns.first(where: { !cells[Int($0[row])].lacksTargetingKey })?[row] else {
      return false
    }
    return columns.contains { column in
      column[row] != first && cells[Int(column[row])].differs(from: cells[Int(first)])
    }
  }

  private mutating func index(of cell: UserComparison.Cell) -> UInt32 {
    if let index = indices[cell] { return index }
    let index = UInt32(cells.count)
    cells.append(cell)
    indices[cell] = index
    return index
  }
}
