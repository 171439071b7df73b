/// The compiled conditions of a datafile, with references to audiences resolved.
///
/// The trees are flattened into one array in prefix order, because evaluating a tree of references
/// would spend more time on reference counting than on conditions.
struct ConditionList: Sendable {
  /// A condition; the operands of an operator follow the operator, and `end` is the index after
  /// them.
  enum Condition: Sendable {
    /// All operands must match.
    case all(end: Int)
    /// At least one operand must match.
    case any(end: Int)
    /// The operand must not match; evaluates to unknown without an operand.
    case not(end: Int)
    /// A reference to an audience, by the index of the audience.
    case audience(Int)
    /// A reference to an audience that is not in the datafile, by its index in `missingAudiences`.
    case missingAudience(Int)
    /// A condition on one attribute, by its index in `tests`.
    case attribute(Int)
    /// A list that is not a valid condition.
    case malformed
  }

  private var conditions: [Condition] = []
  private(set) var tests: [AttributeTest] = []
  /// The ids of the referenced audiences that are not in the datafile.
  private(set) var missingAudiences: [String] = []
  private var audiences: [String: Int]
  /// The indices of the compiled conditions on attributes, so that equal conditions are compiled
  /// once.
  private var testNumbers: [Datafile.AttributeCondition: Int] = [:]

  /// Creates an empty list, to which conditions are added.
  ///
  /// - Parameter audiences: The indices of the audiences, by id.
  init(audiences: [String: Int]) {
    self.audiences = audiences
  }

  /// The condition at the given index.
  subscript(position: Int) -> Condition { conditions[position] }

  /// Returns the index after a condition and its operands.
  func end(of position: Int) -> Int {
    switch conditions[position] {
    case .all(let end), .any(let end), .not(let end): end
    case .audience, .missingAudience, .attribute, .malformed: position + 1
    }
  }
}

// MARK: Adding

extension ConditionList {
  /// Compiles and appends a condition, and returns its index.
  @discardableResult
  mutating func add(_ condition: Datafile.Condition) -> Int {
    let position = conditions.count
    switch condition {
    case .operation: conditions.append(.malformed)
    case .audience(let id): add(audience: id)
    case .attribute(let condition):
      conditions.append(.attribute(number(of: condition)))
    case .list(let items): add(items)
    }
    return position
  }

  /// Removes the tables that are used only for adding conditions.
  mutating func endAdding() { (audiences, testNumbers) = ([:], [:]) }

  /// Returns the index of a compiled condition on an attribute, and compiles it if it is new.
  private mutating func number(of condition: Datafile.AttributeCondition) -> Int {
    // Compiles conditions with the value 0 or -0 separately: the two numbers are equal, but a condition
    // on a version formats them as different texts.
    let isShared = condition.value.map { $0 != .number(0) } ?? true
    if isShared, let known = testNumbers[condition] { return known }
    if isShared { testNumbers[condition] = tests.count }
    tests.append(AttributeTest(condition))
    return tests.count - 1
  }

  private mutating func add(audience id: String) {
    if let number = audiences[id] {
      conditions.append(.audience(number))
    } else {
      conditions.append(.missingAudience(missingAudiences.count))
      missingAudiences.append(id)
    }
  }

  private mutating func add(_ items: [Datafile.Condition]) {
    switch items.first {
    case .operation(.and): add(items.dropFirst()) { .all(end: $0) }
    case .operation(.or): add(items.dropFirst()) { .any(end: $0) }
    case .operation(.not): addWhole(of: items.dropFirst().prefix(1)) { .not(end: $0) }
    case .audience, .attribute: add(items[...]) { .any(end: $0) }
    case .list, nil: conditions.append(.malformed)
    }
  }

  /// Appends an `and` or `or` operator with its operands.
  private mutating func add(
    _ parts: ArraySlice<Datafile.Condition>,
    as whole: (Int) -> Condition
  ) {
    // Replaces an operator with one operand by the operand: the service writes many such lists.
    guard parts.count == 1, let part = parts.first else { return addWhole(of: parts, as: whole) }
    add(part)
  }

  private mutating func addWhole(
    of parts: ArraySlice<Datafile.Condition>,
    as whole: (Int) -> Condition
  ) {
    let position = conditions.count
    // Reserves the position of the operator, which is written when the end of its operands is
    // known.
    conditions.append(.malformed)
    for part in parts { add(part) }
    conditions[position] = whole(conditions.count)
  }
}
