import CoreTestSupport
import FlagSystem
import Flagd
import Foundation
import Locking
import Serving
import TestSupport
import Testing

@testable import FeatureFlags

/// Tests that overrides for everyone, for a key and for an attribute have the same results in the store, over
/// OFREP and in the document for SDKs.
@Suite(.timeLimit(.minutes(5)))
struct ScopedOverrideTests {
  typealias System = DependencyTests.System

  private static let flagd = System(
    testDescription: "flagd",
    document: FlagSystemSample.flagd,
    format: FlagSystemSample.flagdFormat,
    choices: [
      [("cart", .enabled(true))], [("cart", .enabled(false))], [("colour", .variation("blue"))],
      [("colour", .variable("value", .string("new")))], [("colour", .enabled(false))],
      [("colour", .enabled(true))], [("limit", .variation("low"))], [("limit", .enabled(true))],
      [("limit", .enabled(false))], [("layout", .variation("b"))], [("layout", .enabled(false))],
      [("title", .variation("y"))], [("title", .enabled(false))], [("title", .enabled(true))],
    ],
    served: { try ServedFlagd($0).flags }
  )

  private static let systems = [
    flagd, DependencyTests.launchDarkly, DependencyTests.unleash, DependencyTests.growthBook,
  ]

  private static let scopes: [OverrideScope] = [
    .everyone, .key("ana"), .key("ben"), .attribute("plan", "gold"), .attribute("tier", 2),
    .attribute("beta", true), .key("a\"b,c"),
  ]

  private static let users =
    FlagSystemSample.users
    + ["ana", "ben", "cy", "a\"b,c"].map {
      EvaluationContext(targetingKey: $0, attributes: ["plan": "gold", "tier": 2, "beta": true])
    } + [EvaluationContext(targetingKey: "dora", attributes: ["tier": 2, "beta": false])]

  private static func text(_ evaluation: Evaluation) -> String {
    let variables = evaluation.variables.map { "\($0.name) = \($0.value)" }
    return text("\(evaluation.variation?.rawValue ?? "none") \(variables)")
  }

  /// The values of a result without its variation: a forced value has another variation in a document.
  private static func text(_ result: String) -> String {
    result.hasSuffix(" []") ? result : String(result.drop { $0 != " " })
  }

  @Test(arguments: systems)
  func `the store and the document agree for all users and all sets of scopes`(
    system: System
  ) throws {
    let configuration = try system.format.parse(Array(system.document.utf8))
    let choices = system.choices.flatMap(\.self)
    let names = Set(choices.map(\.0)).sorted { $0.rawValue < $1.rawValue }
    var random = SeededGenerator(seed: 49)
    var (compared, unexpressed) = (0, 0)
    for _ in 0..<(Effort.isFull ? 1_000 : 150) {
      let store = FlagStore(context: Self.users[0], now: Self.seconds())
      try store.load(configuration)
      let name = names[Int.random(in: 0..<names.count, using: &random)]
      let own = choices.filter { $0.0 == name }.map(\.1)
      let scopes = Self.scopes.shuffled(using: &random).prefix(
        Int.random(in: 1...4, using: &random)
      )
      for scope in scopes {
        let choice = own[Int.random(in: 0..<own.count, using: &random)]
        try store.applyAndWait(.set([choice], for: [name], only: scope))
      }
      let views = scopes.compactMap { store.view(of: name, for: $0) }
      guard views.allSatisfy({ store.caveats(of: $0).isEmpty }) else {
        unexpressed += 1
        continue
      }
      let document = try system.served(
        ServedState(
          features: store.features,
          evaluator: configuration.evaluator,
          context: store.context,
          document: Array(system.document.utf8)
        )
      )
      let overrides = store.activeOverrides.map { "\($0.key): \($0.value.text(shorten: \.self))" }
      // SDKs of LaunchDarkly evaluate no flag for a user without a key.
      let hasKeys = system.testDescription == "LaunchDarkly"
      for user in Self.users where !hasKeys || user.targetingKey != nil {
        let results = try FlagSystemSample.results(document, system.format, for: user)
        for (name, evaluation) in store.evaluateAll(in: user) {
          let found = Self.text(evaluation)
          #expect(
            found == results[name.rawValue].map(Self.text),
            "\(name): \(overrides) for \(user)"
          )
          compared += 1
        }
      }
    }
    #expect(compared > 5_000)
    #expect(unexpressed < (Effort.isFull ? 500 : 75))
  }
  @Test(arguments: systems)
  func `a response of OFREP is that of an override for everyone with precedence for the user`(
    system: System
  ) async throws {
    let names = Set(system.choices.flatMap(\.self).map(\.0)).sorted { $0.rawValue < $1.rawValue }
    let scoped = try await ServedExample(
      system.document,
      formats: [system.format],
      store: FlagStore(now: Self.seconds())
    )
    let plain = try await ServedExample(system.document, formats: [system.format])
    var random = SeededGenerator(seed: 94)
    for _ in 0..<(Effort.isFull ? 100 : 4) {
      let name = names[Int.random(in: 0..<names.count, using: &random)]
      let own = system.choices.flatMap(\.self).filter { $0.0 == name }.map(\.1)
      let scopes = Self.scopes.shuffled(using: &random).prefix(4)
      let set = scopes.map { ($0, own[Int.random(in: 0..<own.count, using: &random)]) }
      try scoped.store.resetAll()
      for (scope, choice) in set {
        try scoped.store.applyAndWait(.set([choice], for: [name], only: scope))
      }
      let users = Dictionary(grouping: Self.users) { Self.selected(set.map(\.0), for: $0) }
      for (index, users) in users {
        try plain.store.resetAll()
        if let index { try plain.store.override(set[index].1, for: [name]) }
        for user in users {
          let body = #"{"context": \#(Self.context(user).text())}"#
          let (found, expected) = (
            try await scoped.send("POST", "/ofrep/v1/evaluate/flags", body: body),
            try await plain.send("POST", "/ofrep/v1/evaluate/flags", body: body)
          )
          #expect(found.text == expected.text, "\(name): \(set) for \(user)")
        }
      }
    }
  }

  /// The index of the scope with precedence for a user: a key, the newest attribute, everyone.
  private static func selected(_ scopes: [OverrideScope], for user: EvaluationContext) -> Int? {
    let matching = scopes.indices.filter { scopes[$0].contains(user, hasKinds: false) }
    return matching.first { if case .key = scopes[$0] { true } else { false } }
      ?? matching.last { if case .attribute = scopes[$0] { true } else { false } }
      ?? matching.first
  }

  private static func context(_ user: EvaluationContext) -> JSONValue {
    let key = user.targetingKey.map { [("targetingKey", JSONValue.string($0))] } ?? []
    let attributes = user.attributes.sorted { $0.key < $1.key }.map { ($0.key, $0.value.json) }
    return .object(key + attributes)
  }

  /// A clock that is a second later at each call.
  private static func seconds() -> @Sendable () -> Date {
    let time = Locked(1_795_255_331.0)
    return {
      Date(
        timeIntervalSince1970: time.withLock {
          $0 += 1
          return $0
        }
      )
    }
  }
}
