import CoreTestSupport
import TestSupport
import Testing

@testable import FeatureFlags

/// Tests features with variables, as flag services create them.
struct VariableTests {
  static let checkout = Feature(
    service: "Checkout",
    variations: [
      ServiceVariation("Short", variables: [Variable(name: "steps", value: .integer(2))]),
      ServiceVariation(
        "Long",
        variables: [
          Variable(name: "title", value: .string("Pay now")),
          Variable(name: "note", value: .string("")),
        ]
      ),
    ],
    given: "long",
    variables: [
      Variable(name: "steps", value: .integer(1)), Variable(name: "title", value: .string("Pay")),
      Variable(name: "rate", value: .double(0.5)), Variable(name: "fast", value: .boolean(false)),
      Variable(name: "layout", value: .json("[1]")),
    ]
  )

  private func values(_ feature: Feature) -> [String: VariableValue] {
    let variables = feature.state(in: .release).variables
    return Dictionary(uniqueKeysWithValues: variables.map { ($0.name, $0.value) })
  }

  private func store(_ features: [Feature] = [checkout]) throws -> FlagStore {
    let store = FlagStore(draw: { 0 })
    try store.load(Configuration(features: features))
    return store
  }

  @Test func `the variation that a flag service returns takes precedence over an assignment`()
    throws
  {
    #expect(Self.checkout.given == "Long")
    #expect(Self.checkout.state(in: .release).variation == "Long")
    #expect(Self.checkout.assigned(0).state(in: .release).variation == "Long")
    for store in [try store(), FlagStore(user: "ana")] {
      try store.load(Configuration(features: [Self.checkout]))
      #expect(store.feature(named: "Checkout")?.assignment == nil)
      #expect(store.feature(named: "Checkout")?.state(in: .release).variation == "Long")
      try store.override(.variation("Short"), for: ["Checkout"])
      #expect(store.feature(named: "Checkout")?.state(in: .release).variation == "Short")
      try store.reset(["Checkout"])
      #expect(store.feature(named: "Checkout")?.state(in: .release).variation == "Long")
    }
  }

  @Test func `an unknown variation of a flag service is ignored`() {
    let variations = [ServiceVariation("A"), ServiceVariation("B")]
    #expect(Feature(service: "F", variations: variations, given: "C").given == nil)
  }

  @Test
  func `an overridden value of a variable precedes the variation's and the feature's value`() throws
  {
    let own: [VariableValue] = [
      .integer(1), .string("Pay now"), .double(0.5), .boolean(false), .json("[1]"), .string(""),
    ]
    let state = Self.checkout.state(in: .release)
    #expect(state.variables.map(\.name) == ["steps", "title", "rate", "fast", "layout", "note"])
    #expect(state.variables.map(\.value) == own)
    let short = values(Self.checkout.overridden(Override(variation: "Short")))
    #expect(short["steps"] == .integer(2))
    #expect(short["title"] == .string("Pay"))
    #expect(short["note"] == nil)
    let forced = Override(
      variation: "Short",
      variables: ["steps": .integer(9), "note": .string("!")]
    )
    #expect(values(Self.checkout.overridden(forced))["steps"] == .integer(9))
    #expect(values(Self.checkout.overridden(forced))["note"] == .string("!"))
    #expect(values(Self.checkout.overridden(Override(enabled: false)))["title"] == .string("Pay"))
  }

  @Test
  func `variables have the variation's values, or their defaults if the flag is disabled`() {
    let feature = Feature(
      name: "F",
      enabled: true,
      variables: [Variable(name: "n", value: .double(0))],
      variationVariables: [[Variable(name: "n", value: .integer(1))]]
    )
    #expect(feature.state(in: .release).value(of: "n") == .double(1))
    #expect(
      feature.overridden(Override(enabled: false)).state(in: .release).value(of: "n") == .double(0)
    )
  }

  @Test
  func `the first of two variables with one name wins, and an unconvertible value is ignored`() {
    let feature = Feature(
      name: "F",
      enabled: true,
      variables: [
        Variable(name: "n", value: .integer(1)), Variable(name: "n", value: .string("x")),
      ],
      variationVariables: [[Variable(name: "n", value: .string("two"))]]
    )
    #expect(feature.state(in: .release).variables == [Variable(name: "n", value: .integer(1))])
  }

  @Test func `an overridden value of a wrong type or an unknown variable is ignored and reported`()
  {
    let override = Override(variables: [
      "steps": .string("7"), "rate": .integer(2), "fast": .integer(1), "gone": .boolean(true),
    ])
    let feature = Self.checkout.overridden(override)
    #expect(values(feature)["steps"] == .integer(7))
    #expect(values(feature)["rate"] == .double(2))
    #expect(values(feature)["fast"] == .boolean(false))
    #expect(values(feature)["gone"] == nil)
    let names = ["steps", "title", "rate", "fast", "layout", "note"]
    #expect(
      feature.passedOver == [
        .wrongValue(variable: "fast", found: "1", expected: .boolean),
        .unknownVariable(found: "gone", expected: names),
      ]
    )
    #expect(Self.checkout.passedOver.isEmpty)
  }
}

// MARK: Overriding

extension VariableTests {
  @Test func `a store overrides and resets a variable of each type`() throws {
    let store = try store()
    let decided: [(String, VariableValue, VariableValue)] = [
      ("steps", .double(3), .integer(3)), ("title", .string("Go"), .string("Go")),
      ("rate", .integer(1), .double(1)), ("fast", .boolean(true), .boolean(true)),
      ("layout", .json("{ \"a\": 1 }"), .json(#"{"a":1}"#)), ("note", .string("n"), .string("n")),
    ]
    for (name, value, expected) in decided {
      try store.override(.variable(name, value), for: ["Checkout"])
      #expect(values(try store.requiredFeature(named: "Checkout"))[name] == expected)
    }
    #expect(store.feature(named: "Checkout")?.override?.variables.count == decided.count)
    #expect(store.feature(named: "Checkout")?.override?.variation == nil)
    try store.reset(["Checkout"])
    #expect(store.feature(named: "Checkout") == Self.checkout)
  }

  @Test func `a single variable can be reset, even if the feature no longer has it`() throws {
    let store = try store()
    try store.override(
      [.variable("steps", .integer(3)), .variable("title", .string("Go"))],
      for: ["Checkout"]
    )
    try store.override(.variable("steps", nil), for: ["Checkout"])
    #expect(store.feature(named: "Checkout")?.override?.variables == ["title": .string("Go")])
    try store.override(.variable("title", nil), for: ["Checkout"])
    #expect(store.feature(named: "Checkout") == Self.checkout)
    var changed = Self.checkout
    changed.override = Override(variables: ["gone": .integer(1)])
    #expect(try changed.override(after: .variable("gone", nil)).isEmpty)
  }

  static let refused: [(choice: OverrideChoice, words: String)] = [
    (.variable("stepz", nil), "has no variable \"stepz\", expected one of steps, title"),
    (
      .variable("stepz", .integer(1)),
      "expected one of steps, title, rate, fast, layout, note; did you mean \"steps\"?"
    ),
    (
      .variable("steps", .string("two")),
      "does not accept \"two\" for the variable \"steps\", expected a whole number"
    ),
    (.variable("rate", .double(.nan)), "expected a number"),
    (.variable("fast", .integer(1)), "expected true or false"),
    (.variable("title", .json("[]")), "expected a text"),
    (.variable("layout", .json("[")), "expected JSON"),
  ]

  @Test(arguments: refused)
  func `a value that does not match the variable is rejected`(
    choice: OverrideChoice,
    words: String
  ) throws {
    let store = try store()
    let error = #expect(throws: FlagStoreError.self) {
      try store.override([.variation("Short"), choice], for: ["Checkout"])
    }
    #expect(error?.description.contains(words) == true, "\(String(describing: error))")
    #expect(store.features == [Self.checkout])
  }

  @Test
  func `the error for an unknown name lists each known name once, and suggests the nearest name`() {
    let error = OverrideError.unknownVariation(found: "onn", expected: ["on", "off", "on"])
    #expect(
      "\(error)" == #"has no variation "onn", expected one of on, off; did you mean "on"?"#
    )
    let other = OverrideError.unknownVariable(found: "colour", expected: ["limit", "limit"])
    #expect("\(other)" == #"has no variable "colour", expected one of limit"#)
  }

  @Test func `an override of a variable is rejected for a feature without variables`() throws {
    let error = #expect(throws: FlagStoreError.self) {
      try store([Feature(name: "Cart")]).override(.variable("n", .integer(1)), for: ["Cart"])
    }
    #expect(error?.description == "\"Cart\" has no variables")
  }

  @Test func `overriding a variation and two variables in one call applies all three`() throws {
    let store = try store()
    try store.override(
      [.variation("Short"), .variable("steps", .integer(4)), .variable("fast", .boolean(true))],
      for: ["Checkout"]
    )
    #expect(
      store.feature(named: "Checkout")?.override?.variables == [
        "steps": .integer(4), "fast": .boolean(true),
      ]
    )
    #expect(store.feature(named: "Checkout")?.override?.variation == "Short")
  }

  @Test func `a text that a user enters is converted to the type of the variable`() throws {
    #expect(try Self.checkout.value("3", for: "rate") == .double(3))
    #expect(throws: OverrideError.wrongValue(variable: "steps", found: "3.5", expected: .integer)) {
      try Self.checkout.value("3.5", for: "steps")
    }
    #expect(throws: OverrideError.self) { try Self.checkout.value("3", for: "Steps") }
  }

  @Test func `a changed value of a variable is a difference between configurations`() {
    let other = Feature(name: "Checkout", variables: [Variable(name: "steps", value: .integer(1))])
    let same = Feature(name: "Checkout", variables: [Variable(name: "steps", value: .integer(1))])
    #expect(FlagDifference(from: [Self.checkout], to: [other]).changed == ["Checkout"])
    #expect(FlagDifference(from: [other], to: [same]).isEmpty)
  }
}
