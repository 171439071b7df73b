package import Documents
package import FeatureFlags
package import FoundationEssentials

/// The users of one test who have got a variation from the server, by variation.
package struct TestUsers: Hashable, Sendable {
  /// The number of users from which on the shares are compared with the expected ones.
  package static let leastUsers = 200
  /// The probability below which the shares do not fit.
  ///
  /// The shares are compared again with each user. Of tests with a correct split that are watched from 200 to
  /// 10,000 users, about 1 in 1,000 is accused at some time.
  package static let leastProbability = 0.000_03

  /// The users of one variation.
  package struct Row: Hashable, Sendable {
    package let variation: String
    /// The number of distinct users.
    package let users: Int
    /// The share of the compared users, from 0 to 1; `nil` without compared users.
    package let share: Double?
    /// The share that the source intends, from 0 to 1; `nil` if it is unknown.
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
    /// There are more users than are counted exactly.
    case estimated
    /// Further users are not counted, because the counts of all tests need too much memory.
    case atLeast
  }

  /// The comparison of the shares with the expected ones.
  package enum Fit: Hashable, Sendable {
    /// There are fewer than ``leastUsers`` users whom a split has assigned.
    case tooFew
    /// The source has no expected shares, such as one whose server assigns the users.
    case unknown
    /// The shares fit; `p` is the probability of a larger deviation by chance.
    case fits(p: Double)
    /// The shares do not fit.
    case differs(p: Double)
  }

  /// The variations, in the order of the test.
  package let rows: [Row]
  /// The number of distinct users without those of overrides.
  package let total: Int
  package let precision: Precision
  /// The number of distinct users whose variation an override has determined.
  package let overridden: Int
  package let fit: Fit
  /// The users who have got several variations, the first one first.
  package let unsteady: [UnsteadyUser]
  /// The number of users who have got several variations, including those that are not listed.
  package let unsteadyCount: Int
  /// The time since which the users are counted: that of the first evaluation, or of the last change of the
  /// test in its source.
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

/// A user who has got two variations of a test, although neither its source nor an override has changed.
package struct UnsteadyUser: Hashable, Sendable {
  package struct Result: Hashable, Sendable {
    package let variation: String
    /// The user; `nil` if too many users were recorded before.
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

  /// The names of the attributes that differ, in alphabetical order; `nil` if the first user is not known.
  package var differingAttributes: [String]? {
    guard let first = first.context, let second = second.context else { return nil }
    let names = Set(first.attributes.keys).union(second.attributes.keys)
    return names.filter { first.attributes[$0] != second.attributes[$0] }.sorted()
  }
}

extension TestUsers {
  /// Returns the figures of the test with a name in JSON, for the output of programs; attributes that can be
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
  /// The word for the comparison in JSON.
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
  /// The deviation of the share from the expected one, from -1 to 1; `nil` if one of them is unknown.
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
