/// All conditions of a datafile, made ready to be evaluated: audiences are found, operators are in
/// place.
///
/// They stand one behind the other, a whole before its parts, because evaluating a tree would spend
/// more time on counting references than on conditions.
struct ConditionList: Sendable {
  /// A condition; the parts of a whole stand behind it, up to its end.
  enum Condition: Sendable {
    /// All parts must hold.
    case all(end: Int)
    /// One part must hold.
    case any(end: Int)
    /// The opposite of the one part; unknown without it.
    case not(end: Int)
    /// An audience, by its number.
    case audience(Int)
    /// An audience that the datafile has not, by the number of its identifier.
    case missingAudience(Int)
    /// A condition on one attribute, by the number of its test.
    case attribute(Int)
    /// A list that cannot be understood.
    case malformed
  }

  private var conditions: [Condition] = []
  /// What is asked of attributes.
  private(set) var tests: [AttributeTest] = []
  /// The identifiers of the audiences that the datafile has not.
  private(set) var missingAudiences: [String] = []
  private let audiences: [String: Int]

  /// Makes an empty list.
  ///
  /// - Parameter audiences: The numbers of the audiences, by their identifiers.
  init(audiences: [String: Int]) {
    self.audiences = audiences
  }

  /// The condition at a place.
  subscript(place: Int) -> Condition { conditions[place] }

  /// Where a condition ends, and the next one begins.
  func end(of place: Int) -> Int {
    switch conditions[place] {
    case .all(let end), .any(let end), .not(let end): end
    case .audience, .missingAudience, .attribute, .malformed: place + 1
    }
  }
}

// MARK: Adding

extension ConditionList {
  /// Adds conditions as they are written, and gives the place of the whole.
  @discardableResult
  mutating func add(_ condition: Datafile.Condition) -> Int {
    let place = conditions.count
    switch condition {
    case .operation: conditions.append(.malformed)
    case .audience(let id): add(audience: id)
    case .attribute(let condition):
      conditions.append(.attribute(tests.count))
      tests.append(AttributeTest(condition))
    case .list(let items): add(items)
    }
    return place
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

  /// Adds what all or any must hold of.
  private mutating func add(
    _ parts: ArraySlice<Datafile.Condition>,
    as whole: (Int) -> Condition
  ) {
    // A list of one comes to the same as the one; the service writes many such lists.
    guard parts.count == 1, let part = parts.first else { return addWhole(of: parts, as: whole) }
    add(part)
  }

  private mutating func addWhole(
    of parts: ArraySlice<Datafile.Condition>,
    as whole: (Int) -> Condition
  ) {
    let place = conditions.count
    conditions.append(.malformed)
    for part in parts { add(part) }
    conditions[place] = whole(conditions.count)
  }
}
