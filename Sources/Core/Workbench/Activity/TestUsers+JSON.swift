package import Documents
package import FeatureFlags
import FoundationEssentials

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
