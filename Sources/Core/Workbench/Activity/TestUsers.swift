package import Documents
package import FeatureFlags
package import FoundationEssentials

/// The number of users of a test by variation, compared with the expected shares (sample ratio mismatch
/// test).
package struct TestUsers: Hashable, Sendable {
  /// The minimum number of users for comparing the shares with the expected shares.
  package static let leastUsers = 200
  /// The p-value below which the shares are reported as different from the expected shares.
  ///
  /// The comparison is repeated for each new user. With this limit, about 1 of 1,000 tests with a
  /// correct split is reported as different at some time between 200 and 10,000 users.
  package static let leastProbability = 0.000_03

  /// The users of one variation.
  package struct Row: Hashable, Sendable {
    package let variation: String
    /// The number of distinct users.
    package let users: Int
    /// The share of the users who are compared with the expected shares, from 0 to 1; `nil` if there are
    /// no such users.
    package let share: Double?
    /// The share according to the source, from 0 to 1; `nil` if it is unknown.
    package let expected: Double?

    package init(_ variation: String, users: Int, share: Double?, expected: Double?) {
      self.variation = variation
      self.users = users
      self.share = share
      self.expected = expected
    }
  }

  /// The precision of the numbers of users.
  package enum Precision: String, Hashable, Sendable {
    case exact
    /// The numbers are estimates, because there are too many users for an exact count.
    case estimated
    /// The numbers are lower bounds: further users are not counted, because the counts of all tests
    /// would need too much memory.
    case atLeast
  }

  /// The result of comparing the shares with the expected shares.
  package enum Fit: Hashable, Sendable {
    /// There are fewer than ``TestUsers/leastUsers`` users whom a percentage rollout has assigned to a
    /// variation.
    case tooFew
    /// The expected shares are unknown, such as for a source whose server assigns the users.
    case unknown
    /// The shares agree with the expected shares; `p` is the probability of a larger deviation by
    /// chance.
    case fits(p: Double)
    /// The shares differ from the expected shares; `p` is the probability of a larger deviation by
    /// chance.
    case differs(p: Double)
  }

  /// The variations, in the order of the test.
  package let rows: [Row]
  /// The number of distinct users, without those whose variation an override has determined.
  package let total: Int
  package let precision: Precision
  /// The number of distinct users whose variation an override has determined.
  package let overridden: Int
  package let fit: Fit
  /// The users who have received several variations, in the order of detection.
  package let unsteady: [UnsteadyUser]
  /// The number of users who have received several variations, including users that are not listed in
  /// ``unsteady``.
  package let unsteadyCount: Int
  /// The time since which the users are counted: the first evaluation, or the last change of the test in
  /// the source.
  package let start: Date

  package init(
    rows: [Row],
    total: Int,
    precision: Precision,
    overridden: Int,
    fit: Fit,
    unsteady: [UnsteadyUser],
    unsteadyCount: Int,
    start: Date
  ) {
    self.rows = rows
    self.total = total
    self.precision = precision
    self.overridden = overridden
    self.fit = fit
    self.unsteady = unsteady
    self.unsteadyCount = unsteadyCount
    self.start = start
  }
}

/// A user who has received two variations of a test, although neither the source nor an override has
/// changed.
package struct UnsteadyUser: Hashable, Sendable {
  package struct Result: Hashable, Sendable {
    package let variation: String
    /// The user; `nil` if the user was not recorded, because of too many earlier users.
    package let context: EvaluationContext?
    package let date: Date

    package init(variation: String, context: EvaluationContext?, date: Date) {
      self.variation = variation
      self.context = context
      self.date = date
    }
  }

  package let key: String
  package let first: Result
  package let second: Result

  package init(key: String, first: Result, second: Result) {
    self.key = key
    self.first = first
    self.second = second
  }

  /// The names of the attributes that differ between the two results, in alphabetical order; `nil` if
  /// the user of one result was not recorded.
  package var differingAttributes: [String]? {
    guard let first = first.context, let second = second.context else { return nil }
    let names = Set(first.attributes.keys).union(second.attributes.keys)
    return names.filter { first.attributes[$0] != second.attributes[$0] }.sorted()
  }
}

extension TestUsers {
  /// Returns the numbers as a JSON object for the test with the given name; attributes that can be
  /// secrets are hidden.
  package func json(of name: Feature.Name) -> JSONValue {
    var members: [(key: String, value: JSONValue)] = [
      ("feature", .string(name.rawValue)), ("since", .string(start.formatted(.iso8601))),
      ("users", .integer(total)), ("precision", .string(precision.rawValue)),
      ("overridden", .integer(overridden)), ("fit", .string(fit.name)),
    ]
    if let p = fit.p { members.append(("p", .number(p))) }
    members += [
      ("variations", .list(rows.map(\.json))), ("unsteadyUsers", .integer(unsteadyCount)),
      ("unsteady", .list(unsteady.map(\.json))),
    ]
    return .object(members)
  }
}

extension TestUsers.Fit {
  /// The name of the result in JSON output.
  package var name: String {
    switch self {
    case .tooFew: "tooFewUsers"
    case .unknown: "unknown"
    case .fits: "fits"
    case .differs: "differs"
    }
  }

  /// The probability of a larger deviation by chance; `nil` if the shares are not compared.
  package var p: Double? {
    switch self {
    case .tooFew, .unknown: nil
    case .fits(let p), .differs(let p): p
    }
  }
}

extension TestUsers.Row {
  /// The share minus the expected share, from -1 to 1; `nil` if one of the shares is unknown.
  package var deviation: Double? {
    share.flatMap { share in expected.map { share - $0 } }
  }

  fileprivate var json: JSONValue {
    var members: [(key: String, value: JSONValue)] = [
      ("variation", .string(variation)), ("users", .integer(users)),
    ]
    for (key, value) in [("share", share), ("expected", expected), ("deviation", deviation)] {
      members.append((key, value.map(JSONValue.number) ?? .null))
    }
    return .object(members)
  }
}

extension UnsteadyUser {
  fileprivate var json: JSONValue {
    .object([
      ("key", .string(key)), ("first", first.json), ("second", second.json),
      (
        "differingAttributes",
        differingAttributes.map { .list($0.map(JSONValue.string)) } ?? .null
      ),
    ])
  }
}

extension UnsteadyUser.Result {
  fileprivate var json: JSONValue {
    .object([
      ("variation", .string(variation)), ("date", .string(date.formatted(.iso8601))),
      (
        "attributes",
        context.map { AttributeValue.object($0.attributes.withoutSecrets).json } ?? .null
      ),
    ])
  }
}
