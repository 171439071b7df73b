import Dashboard
import FeatureFlags
import Frame
import ScreenTestSupport
import TestSupport
import Testing

@testable import Optimizely
@testable import OptimizelyEngine

/// Tests the decision section of the details pane.
struct TraceScreenTests {
  private static let datafile = SmallDatafile(
    experiments: """
      [\(SmallDatafile.experiment("1", key: "buy_now_test", end: 5_000, extra: targeting))]
      """,
    flags: """
      [\(SmallDatafile.flag("buy_now", experiments: ["1"], rollout: "r", variables: variables))]
      """,
    rollouts: """
      [{ "id": "r", "experiments": [\(SmallDatafile.experiment("2", key: "everyone", end: 2_000))] }]
      """,
    audiences: """
      [{ "id": "7", "name": "Adults in Spain", "conditions": ["and",
        { "type": "custom_attribute", "name": "country", "match": "exact", "value": "es" },
        { "type": "custom_attribute", "name": "age", "match": "ge", "value": 18 }] }]
      """
  )

  private static let targeting = #", "audienceConditions": ["or", "7"]"#
  private static let variables = """
    [{ "id": "v", "key": "price", "type": "double", "defaultValue": "9.5" }]
    """

  /// Renders the decision section of the details of a flag.
  private func details(
    of user: UserContext,
    in datafile: SmallDatafile = datafile,
    override: Override? = nil
  ) throws -> String {
    let bytes = Array(datafile.text.utf8)
    let store = try FlagStore.datafile(bytes, for: user)
    if let isEnabled = override?.enabled {
      try store.override(.enabled(isEnabled), for: ["buy_now"])
    }
    if let variation = override?.variation {
      try store.override(.variation(variation), for: ["buy_now"])
    }
    for (rule, variation) in override?.rules ?? [:] {
      try store.override(.rule(rule, variation), for: ["buy_now"])
    }
    var state = DashboardState(
      size: Size(columns: 120, rows: 48),
      theme: .terminal,
      context: DashboardContext(
        source: "datafile.json",
        workspace: "w",
        version: "1",
        wallClock: .zone()
      )
    )
    let snapshot = LoadedSource(
      features: store.features,
      origin: .file,
      evaluator: try ConfigurationFormat.optimizely().parse(bytes).evaluator,
      context: store.context
    )
    _ = state.update(.loaded(snapshot), now: .zero)
    let panes = state.frame(now: .zero).text.split(separator: "\n").compactMap { line -> String? in
      guard let middle = line.firstRange(of: "││")?.upperBound else { return nil }
      let text = line[middle...].dropLast().reversed().drop { $0 == " " }.reversed()
      return String(String(text).dropFirst())
    }
    let start = panes.firstIndex { $0.hasPrefix("Decision for") } ?? 0
    let section = panes[start...].prefix { !$0.hasPrefix("Variations") }
    let shown = section.reversed().drop(while: \.isEmpty).reversed()
    return shown.joined(separator: "\n")
  }

  private static let adult: [String: DataValue] = ["country": "es", "age": 30]

  @Test func `the details show a forced decision of the flag`() throws {
    let text = try details(of: UserContext(id: "u4"), override: Override(variation: "on"))
    #expect(
      text == """
        Decision for u4
        ▶ flag "buy_now": assigns "on"
          ✓ forced decision "on"
        → would send an impression
        """
    )
  }

  @Test(arguments: [(true, "on"), (false, "off")])
  func `the details show an override that enables or disables the flag`(
    isEnabled: Bool,
    word: String
  ) throws {
    let user = UserContext(id: "ana", attributes: Self.adult)
    let text = try details(of: user, override: Override(enabled: isEnabled))
    #expect(
      text.hasPrefix(
        """
        Decision for ana · age 30 · country es
        – the flag is overridden: \(word)
        · experiment "buy_now_test": no match
        """
      ),
      "\(text)"
    )
  }

  @Test func `the details show the holdout of the user`() throws {
    var datafile = Self.datafile
    datafile.more = """
      "holdouts": [{ "id": "h", "key": "control_2026", "status": "Running", "variations":
        [{ "id": "h1", "key": "held_out", "featureEnabled": false, "variables": [] }],
        "trafficAllocation": [{ "entityId": "h1", "endOfRange": 10000 }],
        "audienceIds": [] }],
      """
    let text = try details(of: UserContext(id: "u4"), in: datafile)
    #expect(
      text == """
        Decision for u4
        ▶ holdout "control_2026": assigns "held_out"
          ✓ audience is everyone
          ✓ bucket 2535: "held_out"
            1███████████████████████████████████████████████
                        ↑ 2535
            1 held_out  0–9999
        → would send an impression
        """
    )
  }

  @Test func `the details show the user's entry on the allow-list`() throws {
    var datafile = Self.datafile
    datafile.experiments = datafile.experiments.replacing(
      #""forcedVariations": {}"#,
      with: #""forcedVariations": { "u4": "on" }"#
    )
    let text = try details(of: UserContext(id: "u4"), in: datafile)
    #expect(
      text == """
        Decision for u4
        ▶ experiment "buy_now_test": assigns "on"
          ✓ allow-list has "on"
        → would send an impression
        """
    )
  }

  @Test func `the details show a sticky variation that ignores audience and traffic`() throws {
    let text = try details(of: UserContext(id: "u4", profile: ["1": "11"]))
    #expect(
      text == """
        Decision for u4
        – the sticky variation "on" of experiment
          "buy_now_test" ignores audience and traffic
        ▶ experiment "buy_now_test": assigns "on"
          ✓ profile has "on"
        → would send an impression
        """
    )
  }

  @Test func `the details show an audience that evaluates to unknown, with the cause`() throws {
    let text = try details(of: UserContext(id: "u4", attributes: ["country": "es"]))
    #expect(
      text == """
        Decision for u4 · country es
        · experiment "buy_now_test": no match
          ? audience
            ? audience "Adults in Spain"
              ? all of
                ✓ country is "es", the user has "es"
                ? age ≥ 18 (the user has no such attribute)
        · everyone else "everyone": no match
          ✓ audience is everyone
          ✗ bucket 2694: not allocated
            1█████████░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░
                        ↑ 2694
            1 on  0–1999
        → sends nothing
        """
    )
  }

  @Test func `the details show the rule for everyone else`() throws {
    var datafile = Self.datafile
    datafile.rollouts = datafile.rollouts.replacing("2000", with: "10000")
    let text = try details(of: UserContext(id: "u4"), in: datafile)
    #expect(
      text == """
        Decision for u4
        · experiment "buy_now_test": no match
          ? audience
            ? audience "Adults in Spain"
              ? all of
                ? country is "es" (the user has no such
                  attribute)
                – age ≥ 18, skipped
        ▶ everyone else "everyone": assigns "on"
          ✓ audience is everyone
          ✓ bucket 2694: "on"
            1███████████████████████████████████████████████
                        ↑ 2694
            1 on  0–9999
        → sends nothing
        """
    )
  }

  @Test func `the details show a bucket that is not allocated`() throws {
    let text = try details(of: UserContext(id: "ana", attributes: Self.adult))
    #expect(
      text == """
        Decision for ana · age 30 · country es
        · experiment "buy_now_test": no match
          ✓ audience
            ✓ audience "Adults in Spain"
              ✓ all of
                ✓ country is "es", the user has "es"
                ✓ age ≥ 18, the user has 30
          ✗ bucket 6573: not allocated
            1███████████████████████░░░░░░░░░░░░░░░░░░░░░░░░
                                           ↑ 6573
            1 on  0–4999
        · everyone else "everyone": no match
          ✓ audience is everyone
          ✗ bucket 3364: not allocated
            1█████████░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░
                            ↑ 3364
            1 on  0–1999
        → sends nothing
        """
    )
  }

  @Test func `the details show forced decisions of rules, with and without an effect`() throws {
    let override = Override(rules: ["everyone": "on", "gone": "on"])
    let text = try details(of: UserContext(id: "u4"), override: override)
    #expect(
      text == """
        Decision for u4
        ▲ the override "on" of rule "gone" has no effect:
          the flag has no such rule
        · experiment "buy_now_test": no match
          ? audience
            ? audience "Adults in Spain"
              ? all of
                ? country is "es" (the user has no such
                  attribute)
                – age ≥ 18, skipped
        ▶ everyone else "everyone": assigns "on"
          ✓ forced decision "on"
        → sends nothing
        """
    )
  }
}
