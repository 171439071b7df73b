import Documents
import Flagd
import GrowthBook
import LaunchDarkly
import Locking
import RemoteConfig
import Serving
import TestSupport
import Testing
import Unleash
import Workbench

@testable import FeatureFlags

/// Tests the served documents with the SDKs of flag systems for Python, which are downloaded.
@Suite(.onlyInFullRun, .timeLimit(.minutes(30)))
struct FlagSystemPythonTests {
  private static let packages = [
    "UnleashClient>=6,<7", "openfeature-provider-flagd>=0.6,<0.7", "launchdarkly-server-sdk>=9,<10",
    "growthbook>=2", "firebase-admin>=7,<8",
  ]

  private static let scopes: [OverrideScope] = [
    .everyone, .key("ana"), .attribute("plan", "gold"),
  ]

  /// An override with the result that the SDK has to return.
  private struct Change {
    let flag: String
    let choice: OverrideChoice
    let result: [JSONValue]

    init(_ flag: String, _ choice: OverrideChoice, _ result: [JSONValue]) {
      (self.flag, self.choice, self.result) = (flag, choice, result)
    }
  }

  @Test(arguments: ["unleash", "unleash-stream"], scopes)
  func `the Unleash SDK returns the forced result of a flag, and reports its evaluations`(
    sdk: String,
    scope: OverrideScope
  ) async throws {
    let changes = [
      Change("cart", .enabled(false), [.bool(false), .string("disabled"), .null]),
      Change("closed", .enabled(true), [.bool(true), .string("disabled"), .null]),
      Change("lot tery/1", .enabled(true), [.bool(true), .string("disabled"), .null]),
      Change("colour", .variation("blue"), [.bool(true), .string("blue"), .string("#00f")]),
      Change("colour", .variation("green"), [.bool(true), .string("green"), .string("#0f0")]),
      Change("colour", .enabled(false), [.bool(false), .string("disabled"), .null]),
    ]
    let example = try await ServedExample(
      FlagSystemSample.unleash,
      formats: [FlagSystemSample.unleashFormat]
    )
    let steps = Steps(example, for: scope, [nil] + changes.flatMap { [$0, nil] }) { change in
      try Self.unleash(change, for: scope)
    }
    try await Self.follow(sdk, example, steps)
    let activity = example.server.activity
    let client = try #require(activity.clients.first { $0.app == "shop" })
    #expect(activity.clients.count == 1 && client.instance == "till-1")
    #expect(client.evaluationCount > 0)
    for name in ["cart", "beta", "colour"] as [Feature.Name] {
      #expect(activity.uses[name]?.reports.map(\.app) == ["shop"])
    }
    #expect(activity.uses["colour"]?.reports.first?.variants["blue"] ?? 0 > 0)
    let metrics = try await example.send("GET", "/metrics").text
    let unchanged = #"halyard_http_requests_total{endpoint="unleash",status="304"}"#
    #expect(metrics.contains(unchanged) == (sdk == "unleash"))
    #expect(metrics.contains(#"halyard_evaluations_total{feature="colour",variation="blue"}"#))
  }

  @Test(arguments: scopes)
  func `the flagd provider for files returns the forced result of a flag`(scope: OverrideScope)
    async throws
  {
    let changes = [
      Change("cart", .enabled(true), [.bool(true), .string("on")]),
      Change("colour", .variation("blue"), [.string("#00f"), .string("blue")]),
      Change("colour", .variable("value", .string("new")), [.string("new"), .string("halyard")]),
      Change("colour", .enabled(false), [.string("none"), .null]),
      Change("limit", .variation("high"), [.integer(10), .string("high")]),
      Change("layout", .variation("b"), [.object([("n", .integer(2))]), .string("b")]),
      Change("layout", .enabled(false), [.object([]), .null]),
    ]
    let example = try await ServedExample(
      FlagSystemSample.flagd,
      formats: [FlagSystemSample.flagdFormat]
    )
    let steps = Steps(example, for: scope, [nil] + changes.flatMap { [$0, nil] }) { change in
      try Self.flagd(change, for: scope)
    }
    try await Self.follow("flagd", example, steps)
  }

  @Test(
    arguments: ["launchdarkly-stream", "launchdarkly-poll", "launchdarkly-gzip"],
    scopes
  )
  func `the LaunchDarkly SDK returns the forced result of a flag, and reports its evaluations`(
    sdk: String,
    scope: OverrideScope
  ) async throws {
    let changes = [
      Change("cart", .enabled(true), [.bool(true), .integer(0)]),
      Change("cart", .enabled(false), [.bool(false), .integer(1)]),
      Change("colour", .variation("1"), [.string("blue"), .integer(1)]),
      Change("colour", .variable("value", .string("new")), [.string("new"), .integer(2)]),
    ]
    let example = try await ServedExample(
      LaunchDarklyRouteTests.document,
      formats: [.launchDarkly]
    )
    let steps = Steps(example, for: scope, [nil] + changes.flatMap { [$0, nil] }) { change in
      try Self.launchDarkly(change, for: scope)
    }
    let output = try await Self.follow(sdk, example, steps)
    let activity = example.server.activity
    #expect(activity.uses["cart"]?.reports.first?.on ?? 0 > 0)
    #expect(activity.uses["colour"]?.reports.first?.variants["1"] ?? 0 > 0)
    guard sdk == "launchdarkly-gzip" else { return }
    for name in ["cart", "colour"] as [Feature.Name] {
      let report = try #require(activity.uses[name]?.reports.first)
      #expect(output.contains("\(name): \(report.on + report.off)\n"), "\(output)")
    }
  }

  @Test(arguments: scopes)
  func `the GrowthBook SDK returns the forced result of a feature`(scope: OverrideScope)
    async throws
  {
    let changes = [
      Change("cart", .enabled(true), [.bool(true), .string("force")]),
      Change("colour", .variation("blue"), [.string("blue"), .string("force")]),
      Change("colour", .variable("value", .string("new")), [.string("new"), .string("force")]),
    ]
    let example = try await ServedExample(
      GrowthBookRouteTests.document,
      formats: [.growthBook()]
    )
    let steps = Steps(example, for: scope, [nil] + changes.flatMap { [$0, nil] }) { change in
      try Self.growthBook(change, for: scope)
    }
    try await Self.follow("growthbook", example, steps)
  }

  @Test(arguments: scopes)
  func `the SDK of Firebase for servers returns the forced value of a parameter`(
    scope: OverrideScope
  ) async throws {
    let changes = [
      Change("dark_mode", .enabled(true), [.string("true")]),
      Change("dark_mode", .enabled(false), [.string("false")]),
      Change("steps", .variation("gold"), [.string("2")]),
      Change("welcome", .variable("value", .string("new")), [.string("new")]),
      Change("welcome", .enabled(false), [.null]),
    ]
    let example = try await ServedExample(
      TemplateSample.ofServers,
      formats: [.remoteConfigTemplate]
    )
    let steps = Steps(example, for: scope, [nil] + changes.flatMap { [$0, nil] }) { change in
      try Self.firebase(change, for: scope)
    }
    try await Self.follow("firebase", example, steps)
  }

  /// Runs the script until the last step, and returns its output.
  @discardableResult
  private static func follow(
    _ sdk: String,
    _ example: ServedExample,
    _ steps: Steps
  ) async throws -> String {
    let control = try LocalServer { _ in steps.next() }
    let arguments = [sdk, example.server.url, control.url("/step")]
    // Does not block a thread of the cooperative pool: the server needs the pool for responses.
    let output = try await onThread {
      let python = try PythonEnvironment.shared(packages)
      let script = PythonEnvironment.script("follow.py")
      return try PythonEnvironment.run(python, [script] + arguments, in: try TemporaryFolder())
    }
    #expect(steps.problems.isEmpty)
    #expect(output.contains("\(steps.count) steps, "), "\(output)")
    return output
  }

  // MARK: Expected results

  /// 200 users with an id: the results of other users are random.
  private static let users =
    FlagSystemSample.users.filter { $0.targetingKey != nil }
    + (0..<190).map { number in
      let plan = ["gold", "silver", "Gold"][number % 3]
      return EvaluationContext(targetingKey: "user \(number)", attributes: ["plan": .string(plan)])
    }

  private static func unleash(_ change: Change?, for scope: OverrideScope) throws -> [JSONValue] {
    let document = try UnleashDocument(bytes: Array(FlagSystemSample.unleash.utf8))
    let configuration = try FlagSystemSample.unleashFormat.parse(
      Array(FlagSystemSample.unleash.utf8)
    )
    let evaluator = try #require(configuration.evaluator as? UnleashEvaluator)
      .evaluating(document)
    return users.flatMap { context in
      evaluator.toggles(for: context) { 0 }.compactMap { toggle in
        var result: [JSONValue] = [
          .bool(toggle.isEnabled), .string(toggle.variant), .text(toggle.payload?.value),
        ]
        let isForced = toggle.name == change?.flag && scope.contains(context, hasKinds: false)
        if isForced, let change { result = change.result }
        guard isForced || toggle.name != "lot tery/1" else { return nil }
        return expectation(toggle.name, context, default: .null, result)
      }
    }
  }

  private static func flagd(_ change: Change?, for scope: OverrideScope) throws -> [JSONValue] {
    let defaults: [(flag: String, value: JSONValue)] = [
      ("cart", .bool(false)), ("colour", .string("none")), ("limit", .integer(0)),
      ("layout", .object([])), ("title", .string("none")),
    ]
    let bytes = Array(FlagSystemSample.flagd.utf8)
    // The provider evaluates `fractional` like the next version of flagd.
    let configuration = try ConfigurationFormat.flagd(FlagdSettings(generation: .v3)).parse(bytes)
    return users.flatMap { context in
      let allocator = configuration.evaluator.allocator(for: context, count: 0)
      return zip(configuration.features, defaults).map { feature, entry in
        var feature = feature
        feature.allocate(by: allocator)
        let state = feature.state(in: .release)
        var result: [JSONValue] =
          feature.type == .featureFlag
          ? [.bool(state.isEnabled), .string(state.isEnabled ? "on" : "off")]
          : [state.value(of: "value")?.json ?? entry.value, .text(state.variation?.rawValue)]
        if let change, change.flag == entry.flag, scope.contains(context, hasKinds: false) {
          result = change.result
        }
        return expectation(entry.flag, context, default: entry.value, result)
      }
    }
  }

  private static func launchDarkly(_ change: Change?, for scope: OverrideScope) throws
    -> [JSONValue]
  {
    let bytes = Array(LaunchDarklyRouteTests.document.utf8)
    let configuration = try ConfigurationFormat.launchDarkly.parse(bytes)
    let defaults: [String: JSONValue] = ["cart": .bool(false), "colour": .string("none")]
    return users.flatMap { context in
      let allocator = configuration.evaluator.allocator(for: context, count: 0)
      return configuration.features.compactMap { feature -> JSONValue? in
        var feature = feature
        feature.allocate(by: allocator)
        let (name, state) = (feature.name.rawValue, feature.state(in: .release))
        guard let value = defaults[name] else { return nil }
        var result: [JSONValue] =
          feature.type == .featureFlag
          ? [.bool(state.isEnabled), .integer(state.isEnabled ? 0 : 1)]
          : [state.value(of: "value")?.json ?? value, .integer(0)]
        if let change, change.flag == name, scope.contains(context, hasKinds: false) {
          result = change.result
        }
        return expectation(name, context, default: value, result)
      }
    }
  }

  private static func growthBook(_ change: Change?, for scope: OverrideScope) throws -> [JSONValue]
  {
    let bytes = Array(GrowthBookRouteTests.document.utf8)
    let configuration = try ConfigurationFormat.growthBook().parse(bytes)
    return users.flatMap { context in
      let allocator = configuration.evaluator.allocator(for: context, count: 0)
      return configuration.features.compactMap { feature -> JSONValue? in
        guard feature.name != "child" else { return nil }
        var feature = feature
        feature.allocate(by: allocator)
        let (name, state) = (feature.name.rawValue, feature.state(in: .release))
        let source = feature.evaluationMetadata.first { $0.key == "source" }?.value.json ?? .null
        var result = [state.value(of: "value")?.json ?? .bool(state.isEnabled), source]
        if let change, change.flag == name, scope.contains(context, hasKinds: false) {
          result = change.result
        }
        return expectation(name, context, default: .null, result)
      }
    }
  }

  private static func firebase(_ change: Change?, for scope: OverrideScope) throws -> [JSONValue] {
    let bytes = Array(TemplateSample.ofServers.utf8)
    let configuration = try ConfigurationFormat.remoteConfigTemplate.parse(bytes)
    return users.flatMap { context in
      let allocator = configuration.evaluator.allocator(for: context, count: 0)
      return configuration.features.map { feature in
        var feature = feature
        feature.allocate(by: allocator)
        let (name, state) = (feature.name.rawValue, feature.state(in: .release))
        let value = state.value(of: "value") ?? feature.value
        var result: [JSONValue] = [.text(value?.description)]
        if let change, change.flag == name, scope.contains(context, hasKinds: false) {
          result = change.result
        }
        return expectation(name, context, default: .null, result)
      }
    }
  }

  private static func expectation(
    _ flag: String,
    _ user: EvaluationContext,
    default value: JSONValue,
    _ result: [JSONValue]
  ) -> JSONValue {
    .object([
      ("flag", .string(flag)), ("user", .text(user.targetingKey)),
      ("attributes", AttributeValue.object(user.attributes).json), ("default", value),
      ("result", .list(result)),
    ])
  }

  /// The changes of the served flags, one for each request of the script.
  private final class Steps: Sendable {
    private struct State {
      var remaining: [Change?]
      var count = 0
      var problems: [String] = []
    }

    private let example: ServedExample
    /// The users for whom the changes are made.
    private let scope: OverrideScope
    private let expectations: @Sendable (Change?) throws -> [JSONValue]
    private let state: Locked<State>

    init(
      _ example: ServedExample,
      for scope: OverrideScope,
      _ changes: [Change?],
      expectations: @escaping @Sendable (Change?) throws -> [JSONValue]
    ) {
      self.example = example
      self.scope = scope
      self.expectations = expectations
      state = Locked(State(remaining: changes))
    }

    /// The number of changes so far.
    var count: Int { state.withLock { $0.count } }
    /// The errors of changes that could not be applied.
    var problems: [String] { state.withLock { $0.problems } }

    /// Applies the next change, and responds with the expected results; with an empty response after the
    /// last change.
    func next() -> LocalResponse {
      let change = state.withLock { state -> Change?? in
        guard !state.remaining.isEmpty else { return .none }
        state.count += 1
        return .some(state.remaining.removeFirst())
      }
      guard let change else { return .text("") }
      do {
        return .text(try step(change).text())
      } catch {
        state.withLock { $0.problems.append("\(error)") }
        return .text("")
      }
    }

    private func step(_ change: Change?) throws -> JSONValue {
      try example.store.resetAll()
      if let change {
        let names = [Feature.Name(rawValue: change.flag)]
        try example.store.applyAndWait(.set([change.choice], for: names, only: scope))
      }
      let name = change.map { "\($0.flag) \($0.choice)" } ?? "no override"
      return .object([("name", .string(name)), ("expectations", .list(try expectations(change)))])
    }
  }
}
