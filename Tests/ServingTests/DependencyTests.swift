import FeatureFlags
import FlagSystem
import Foundation
import GrowthBook
import LaunchDarkly
import Serving
import Testing
import Unleash

/// Tests that a flag whose prerequisite or parent is overridden has the same result in the store, over OFREP
/// and in the served document.
@Suite(.timeLimit(.minutes(10)))
struct DependencyTests {
  /// A document with flags that depend on each other.
  struct System: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let document: String
    let format: ConfigurationFormat
    let choices: [[(Feature.Name, OverrideChoice)]]
    /// Returns the document that the server sends to SDKs.
    let served: @Sendable (ServedState) throws -> [UInt8]
  }

  static let launchDarkly = System(
    testDescription: "LaunchDarkly",
    document: #"""
      {"flags": {
        "cart": {"on": true, "variations": [true, false], "offVariation": 1,
          "fallthrough": {"variation": 1}, "rules": [{"id": "gold", "variation": 0, "clauses": [
            {"attribute": "plan", "op": "in", "values": ["gold"]}]}]},
        "colour": {"on": false, "variations": ["red", "blue"], "offVariation": 0,
          "fallthrough": {"variation": 1}},
        "middle": {"on": true, "variations": ["x", "y"], "offVariation": 0,
          "fallthrough": {"variation": 1}, "prerequisites": [{"key": "cart", "variation": 0}]},
        "child": {"on": true, "variations": ["a", "b"], "offVariation": 0,
          "fallthrough": {"variation": 1}, "prerequisites": [{"key": "middle", "variation": 1}]},
        "tinted": {"on": true, "variations": [1, 2], "offVariation": 0,
          "fallthrough": {"variation": 1}, "prerequisites": [{"key": "colour", "variation": 1}]}}}
      """#,
    format: .launchDarkly,
    choices: [
      [("cart", .enabled(true))], [("cart", .enabled(false))], [("colour", .variation("1"))],
      [("colour", .variation("0"))], [("colour", .enabled(true))], [("colour", .enabled(false))],
      [("colour", .variable("value", .string("blue")))],
      [("colour", .variable("value", .string("green")))], [("middle", .variation("1"))],
      [("cart", .enabled(true)), ("middle", .variation("0"))],
    ],
    served: { try ServedLaunchDarkly($0, version: 9).document }
  )

  static let unleash = System(
    testDescription: "Unleash",
    document: #"""
      {"version": 2, "features": [
        {"name": "cart", "enabled": true, "strategies": [{"name": "default", "constraints": [
          {"contextName": "plan", "operator": "IN", "values": ["gold"]}]}]},
        {"name": "colour", "enabled": true,
         "strategies": [{"name": "userWithId", "parameters": {"userIds": "cy"},
           "variants": [{"name": "red", "weight": 1000}]}, {"name": "default"}],
         "variants": [{"name": "red", "weight": 0}, {"name": "blue", "weight": 1000}]},
        {"name": "child", "enabled": true, "strategies": [], "dependencies": [{"feature": "cart"}]},
        {"name": "other", "enabled": true, "strategies": [],
         "dependencies": [{"feature": "cart", "enabled": false}]},
        {"name": "tinted", "enabled": true, "strategies": [],
         "dependencies": [{"feature": "colour", "variants": ["red"]}]},
        {"name": "last", "enabled": true, "strategies": [],
         "dependencies": [{"feature": "child"}]}]}
      """#,
    format: FlagSystemSample.unleashFormat,
    choices: [
      [("cart", .enabled(true))], [("cart", .enabled(false))], [("colour", .variation("red"))],
      [("colour", .variation("blue"))], [("colour", .variation("disabled"))],
      [("colour", .enabled(false))], [("colour", .rule("userWithId", "blue"))],
      [("child", .enabled(true))], [("child", .enabled(false))],
    ],
    served: { try ServedUnleash($0).document }
  )

  static let growthBook = System(
    testDescription: "GrowthBook",
    document: #"""
      {"features": {
        "cart": {"defaultValue": false, "rules": [
          {"id": "gold", "condition": {"plan": "gold"}, "force": true}]},
        "colour": {"defaultValue": "red", "rules": [
          {"id": "gold", "condition": {"plan": "gold"}, "force": "blue"}]},
        "middle": {"defaultValue": "x", "rules": [
          {"parentConditions": [{"id": "cart", "condition": {"value": true}}], "force": "y"}]},
        "child": {"defaultValue": "a", "rules": [
          {"parentConditions": [{"id": "middle", "condition": {"value": "y"}, "gate": true}],
           "force": "b"}]},
        "tinted": {"defaultValue": 1, "rules": [
          {"parentConditions": [{"id": "colour", "condition": {"value": "blue"}}], "force": 2}]}}}
      """#,
    format: .growthBook(),
    choices: [
      [("cart", .enabled(true))], [("cart", .enabled(false))], [("colour", .variation("blue"))],
      [("colour", .variation("red"))], [("colour", .enabled(false))],
      [("colour", .variable("value", .string("blue")))], [("colour", .rule("gold", "red"))],
      [("middle", .variation("y"))], [("cart", .enabled(true)), ("middle", .variation("x"))],
    ],
    served: { try ServedGrowthBook($0, modified: 9).document }
  )

  private static let systems = [launchDarkly, unleash, growthBook]

  private static func text(_ evaluation: Evaluation) -> String {
    let variables = evaluation.variables.map { "\($0.name) = \($0.value)" }
    return "\(evaluation.variation?.rawValue ?? "none") \(variables)"
  }

  @Test(arguments: systems)
  func `an override has the same effect on dependent flags in the store and the served document`(
    system: System
  ) throws {
    let configuration = try system.format.parse(Array(system.document.utf8))
    let plain = FlagStore(context: FlagSystemSample.users[0])
    try plain.load(configuration)
    var effects = 0
    for choices in system.choices {
      let store = FlagStore(context: FlagSystemSample.users[0])
      try store.load(configuration)
      for (name, choice) in choices { try store.override(choice, for: [name]) }
      let state = ServedState(
        features: store.features,
        evaluator: configuration.evaluator,
        document: Array(system.document.utf8)
      )
      let document = try system.served(state)
      for user in FlagSystemSample.users {
        let results = try FlagSystemSample.results(document, system.format, for: user)
        let before = plain.evaluateAll(in: user).map { Self.text($0.evaluation) }
        for ((name, evaluation), former) in zip(store.evaluateAll(in: user), before)
        where !choices.contains(where: { $0.0 == name }) {
          #expect(Self.text(evaluation) == results[name.rawValue], "\(name): \(choices) \(user)")
          effects += Self.text(evaluation) == former ? 0 : 1
        }
      }
      let own = store.evaluateAll(in: store.context).map(\.evaluation.state)
      #expect(store.features.map { $0.state(in: .release) } == own, "\(choices)")
      try store.load(configuration)
      #expect(store.features.map { $0.state(in: .release) } == own, "\(choices) after a load")
      try store.resetAll()
      #expect(store.features == plain.features, "\(choices) after a reset")
    }
    #expect(effects > 20)
  }

  @Test(arguments: systems)
  func `OFREP returns the result of a flag whose dependency is overridden`(system: System)
    async throws
  {
    let example = try await ServedExample(system.document, formats: [system.format])
    let key = system.testDescription == "Unleash" ? "child.enabled" : "child"
    let value = #""value":"# + (key == "child" ? #""b""# : "true")
    #expect(try await !example.evaluate(key, body: Self.ana).contains(value))
    try example.store.override(.enabled(true), for: ["cart"])
    #expect(try await example.evaluate(key, body: Self.ana).contains(value))
    let path = "/ofrep/v1/evaluate/flags"
    let all = try await example.send("POST", path, body: Self.ana).text
    let results = all.components(separatedBy: "{\"key\":")
    #expect(results.contains { $0.hasPrefix("\"\(key)\"") && $0.contains(value) })
  }

  private static let ana = #"{"context": {"targetingKey": "ana"}}"#

  @Test(arguments: systems)
  func `a change of an override publishes the dependent flags whose results changed`(
    system: System
  ) async throws {
    let store = FlagStore(user: "ana")
    try store.load(try system.format.parse(Array(system.document.utf8)))
    var changes = store.changes().makeAsyncIterator()
    for isOn in [true, false] {
      try store.override(.enabled(isOn), for: ["cart"])
      let change = try #require(await changes.next())
      #expect(change.dependents.map(\.name).contains("child"))
      #expect(!change.dependents.map(\.name).contains("cart"))
    }
  }

  @Test(arguments: systems)
  func `an override changes the explanation of a dependent flag`(system: System) throws {
    let configuration = try system.format.parse(Array(system.document.utf8))
    let store = FlagStore(user: "ana")
    try store.load(configuration)
    try store.override(.enabled(true), for: ["cart"])
    let evaluator = configuration.evaluator.forcing(store.features.filter(\.isOverridden))
    let child = try #require(store.feature(named: "child"))
    let plain = configuration.evaluator.explanation(of: child, in: store.context)
    let explanation = evaluator.explanation(of: child, in: store.context)
    #expect(plain?.steps.map(\.outcome) != explanation?.steps.map(\.outcome))
  }
}
