import AscendExperiments
import Documents
import FlagSystem
import Flagd
import Optimizely
import OptimizelyEngine
import RemoteConfig
import Serving
import TestSupport
import Testing

@testable import FeatureFlags

/// Tests overrides of each flag system, scope and kind of result for many users: in the store, over OFREP and
/// in the document for SDKs.
@Suite(.timeLimit(.minutes(20)))
struct ScopeTableTests {
  /// A flag system with an override for each kind of result.
  struct System: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let document: String
    let format: ConfigurationFormat
    /// The overrides by the kind of their result.
    let results: [(kind: String, flag: Feature.Name, choice: OverrideChoice)]
    /// Returns the document that the server sends to SDKs; `nil` if it has no users.
    var served: (@Sendable (ServedState) throws -> [UInt8])?
    /// The reasons why SDKs do not get a result, with the kinds of the results: a line for each scope and
    /// reason.
    var caveats = ""
  }

  private static let scopes: [(name: String, scope: OverrideScope)] = [
    ("key", .key("user 7")), ("attribute", .attribute("plan", "gold")),
  ]

  private static let users = (0..<200).map { number in
    let isGold = number % 4 == 0
    return EvaluationContext(
      targetingKey: "user \(number)",
      attributes: [
        "plan": isGold ? "gold" : "silver", "country": isGold ? "es" : "fr", "age": 30,
      ]
    )
  }

  private static let systems = [
    System(
      testDescription: "FeatureFlags",
      document: ServedExample.features,
      format: .features,
      results: [
        ("off", "New Cart", .enabled(false)), ("on", "Estimate", .enabled(true)),
        ("variation", "Colour", .variation("blue")),
        ("locked", "Gold", .unlocked(false)),
      ],
      caveats: """
        key: only apps that follow overrides, use OFREP, or request features.json?user=user 7 get it \
        (off, on, variation, locked)
        attribute: only apps that follow overrides or use OFREP get it (off, on, variation, locked)
        """
    ),
    System(
      testDescription: "Optimizely",
      document: datafile ?? "",
      format: .optimizely(DatafileSettings(order: .canonical)),
      results: [
        ("off", "gift_wrap", .enabled(false)), ("on", "gift_wrap", .enabled(true)),
        ("variation", "buy_now", .variation("one_touch")),
        ("value", "buy_now", .variable("title", .string("Now"))),
        ("rule", "buy_now", .rule("buy_now_test", "control")),
      ],
      served: { try ServedDatafile.bytes(of: $0) },
      caveats: """
        attribute: the override forces no variation: SDKs ignore it for an attribute (on, value, rule)
        key: SDKs return the variation for the current attributes, also if the user has others (value, rule)
        key: the flag is off: SDKs return the default values of its variables (value)
        """
    ),
    System(
      testDescription: "flagd",
      document: FlagSystemSample.flagd,
      format: FlagSystemSample.flagdFormat,
      results: [
        ("off", "colour", .enabled(false)), ("on", "cart", .enabled(true)),
        ("variation", "colour", .variation("blue")),
        ("value", "colour", .variable("value", .string("new"))),
      ],
      served: { try ServedFlagd($0).flags }
    ),
    System(
      testDescription: "Unleash",
      document: DependencyTests.unleash.document.replacing(
        #""name": "blue", "weight": 1000"#,
        with: #""name": "blue", "weight": 1000, "payload": {"type": "string", "value": "b"}"#
      ),
      format: DependencyTests.unleash.format,
      results: [
        ("off", "cart", .enabled(false)), ("on", "cart", .enabled(true)),
        ("variation", "colour", .variation("red")),
        ("value", "colour", .variable("payload", .string("new"))),
        ("rule", "colour", .rule("default", "red")),
      ],
      served: DependencyTests.unleash.served,
      caveats: """
        attribute: users with the attribute have several variants: SDKs give all of them one variant (value, rule)
        """
    ),
    System(
      testDescription: "LaunchDarkly",
      document: DependencyTests.launchDarkly.document,
      format: DependencyTests.launchDarkly.format,
      results: [
        ("off", "cart", .enabled(false)), ("on", "cart", .enabled(true)),
        ("variation", "colour", .variation("1")),
        ("value", "colour", .variable("value", .string("new"))),
        ("rule", "cart", .rule("gold", "1")),
      ],
      served: DependencyTests.launchDarkly.served
    ),
    System(
      testDescription: "GrowthBook",
      document: DependencyTests.growthBook.document,
      format: DependencyTests.growthBook.format,
      results: [
        ("off", "cart", .enabled(false)), ("on", "cart", .enabled(true)),
        ("variation", "colour", .variation("blue")),
        ("value", "colour", .variable("value", .string("new"))),
        ("rule", "colour", .rule("gold", "red")),
      ],
      served: DependencyTests.growthBook.served
    ),
    System(
      testDescription: "Remote Config",
      document: TemplateSample.text,
      format: .remoteConfigTemplate,
      results: [
        ("off", "dark_mode", .enabled(false)),
        ("variation", "steps", .variation("A tenth")),
        ("value", "welcome", .variable("value", .string("new"))),
      ],
      caveats: """
        key: a template has no users: only apps that use OFREP get it (off, variation, value)
        attribute: a template has no users: only apps that use OFREP get it (off, variation, value)
        """
    ),
    System(
      testDescription: "Remote Config of servers",
      document: TemplateSample.ofServers,
      format: .remoteConfigTemplate,
      results: [
        ("off", "dark_mode", .enabled(false)), ("on", "dark_mode", .enabled(true)),
        ("variation", "steps", .variation("gold")),
        ("value", "welcome", .variable("value", .string("new"))),
      ],
      served: { ServedTemplate($0).json() }
    ),
    System(
      testDescription: "Ascend",
      document: AscendSample.response,
      format: .ascend(ExperimentsFile(defaults: AscendSample.defaults)),
      results: [
        ("value", "checkout_flow", .variable("steps", .integer(4)))
      ]
    ),
  ]

  // Drops the error: without its datafile, the test of the system fails.
  private static let datafile = (try? DatafileProject("datafile").bytes).map {
    String(decoding: $0, as: UTF8.self)
  }

  @Test(arguments: systems)
  func `users of a scope get the forced result, and all others the former one`(
    system: System
  ) async throws {
    let plain = try await Example(system)
    let former = plain.results
    var caveats: [(reason: String, kinds: [String])] = []
    for (kind, flag, choice) in system.results {
      let everyone = try await Example(system, choice, for: flag)
      let forced = everyone.results
      #expect(forced != former, "\(kind)")
      for (name, scope) in Self.scopes {
        let scoped = try await Example(system, choice, for: flag, only: scope)
        let view = try #require(scoped.server.store.view(of: flag, for: scope))
        let reasons = scoped.server.store.caveats(of: view)
        for reason in reasons.map({ "\(name): \($0)" }) {
          let index = caveats.firstIndex { $0.reason == reason }
          if let index {
            caveats[index].kinds.append(kind)
          } else {
            caveats.append((reason, [kind]))
          }
        }
        let document = try scoped.documentResults
        for (number, user) in Self.users.enumerated() {
          let isForced = scope.contains(user, hasKinds: false)
          let expected = isForced ? forced[number] : former[number]
          #expect(scoped.results[number] == expected, "\(kind) \(name) \(user)")
          if let document, reasons.isEmpty || !isForced {
            #expect(document[number] == expected, "\(kind) \(name) \(user) in the document")
          }
          guard number < (Effort.isFull ? 200 : 9) else { continue }
          let response = try await scoped.response(for: user)
          let other = try await (isForced ? everyone : plain).response(for: user)
          #expect(response == other, "\(kind) \(name) \(user) over OFREP")
        }
      }
    }
    let lines = caveats.map { "\($0.reason) (\($0.kinds.joined(separator: ", ")))" }
    #expect(lines.joined(separator: "\n") == system.caveats)
  }

  /// A server of a system's document with one override.
  private struct Example {
    let system: System
    let server: ServedExample
    /// The values of all flags for each user in the store.
    let results: [[Feature.Name: String]]

    init(
      _ system: System,
      _ choice: OverrideChoice? = nil,
      for flag: Feature.Name = "",
      only scope: OverrideScope = .everyone
    ) async throws {
      self.system = system
      server = try await ServedExample(system.document, formats: [system.format])
      if let choice {
        try server.store.applyAndWait(.set([choice], for: [flag], only: scope))
      }
      results = users.map { [store = server.store] user in
        Self.texts(store.evaluateAll(in: user).map { ($0, $1.state) })
      }
    }

    /// The values of all flags for each user in the document for SDKs; `nil` if it has no users.
    var documentResults: [[Feature.Name: String]]? {
      get throws {
        guard let served = system.served else { return nil }
        let bytes = Array(system.document.utf8)
        let state = ServedState(
          features: server.store.features,
          evaluator: try system.format.parse(bytes).evaluator,
          context: server.store.context,
          document: bytes
        )
        let configuration = try system.format.parse(try served(state))
        return users.map { user in
          let allocator = configuration.evaluator.allocator(for: user, count: 0)
          return Self.texts(
            configuration.features.map { feature in
              var feature = feature
              feature.allocate(by: allocator)
              return (feature.name, feature.state(in: .release))
            }
          )
        }
      }
    }

    /// The response of OFREP with all flags.
    func response(for user: EvaluationContext) async throws -> String {
      let attributes = user.attributes.sorted { $0.key < $1.key }.map { ($0.key, $0.value.json) }
      let context = JSONValue.object(
        [("targetingKey", .text(user.targetingKey))] + attributes
      )
      let body = JSONValue.object([("context", context)]).text()
      return try await server.send("POST", "/ofrep/v1/evaluate/flags", body: body).text
    }

    /// The values of flags without the variation: a forced value has another variation in a document.
    private static func texts(_ states: [(Feature.Name, FeatureState)]) -> [Feature.Name: String] {
      Dictionary(
        states.map { name, state in
          let values = state.variables.map { "\($0.name) = \($0.value)" }
          let variation =
            values.isEmpty ? state.variation?.rawValue ?? "none" : "\(state.isEnabled)"
          return (name, "\(variation) \(state.isUnlocked == true) \(values)")
        }
      ) { first, _ in first }
    }
  }
}
