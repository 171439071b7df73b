import Documents
import FeatureFlags
import TestSupport

@testable import Dashboard

/// Features with JSON values.
enum JSONExample {
  static let theme = Feature(
    service: "Theme",
    description: "Colours of the shop",
    section: "Shop",
    variations: [
      ServiceVariation("Classic"),
      ServiceVariation(
        "Modern",
        variables: [
          Variable(
            name: "value",
            value: .json(
              #"{"colours":["red","green","black"],"dark mode":{"from":20,"to":7},"title":"Mod"}"#
            )
          )
        ]
      ),
    ],
    given: "Classic",
    variables: [
      Variable(
        name: "value",
        value: .json(
          #"{"colours":["red","green","blue"],"dark mode":{"from":21,"to":7},"title":null}"#
        )
      ),
      Variable(name: "size", value: .integer(3)),
      Variable(name: "more", value: .json(#"[1,[2,3]]"#)),
    ]
  )

  /// A dashboard whose first feature has JSON values, connected to a store.
  static func session(
    columns: Int,
    rows: Int,
    context: DashboardContext = Shop.context,
    keys: String
  ) throws -> VariableExample.Session {
    try VariableExample.Session(
      columns: columns,
      rows: rows,
      context: context,
      features: [theme, Feature(name: "Plain", enabled: true)],
      keys: keys
    )
  }

  /// An object of about 1 MB with 20,000 members in 100 nested objects.
  static let large = JSONValue.object(
    (0..<100).map { group in
      let members = (0..<200).map { number in
        (
          key: "member \(group) \(number)",
          value: JSONValue.string("value \(number) of a document that is long")
        )
      }
      return (key: "group \(group)", value: .object(members))
    }
  )

  /// Generates a list or object of at most the given depth.
  static func random(depth: Int, using random: inout SeededGenerator) -> JSONValue {
    guard depth > 0 else { return .integer(1) }
    let count = Int.random(in: 0...3, using: &random)
    let values = (0..<count).map { _ in
      Self.random(depth: Int.random(in: 0..<depth, using: &random), using: &random)
    }
    guard Bool.random(using: &random) else { return .list(values) }
    return .object(values.enumerated().map { ("key \($0)", $1) })
  }
}
