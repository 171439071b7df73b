import Dashboard
import FeatureFlags
import Testing
import Text

/// Tests features whose variations have values, and results that only an app decides.
struct ResultScreenTests {
  private static func feature(
    _ name: Feature.Name,
    values: [(name: TestVariation, value: VariableValue)],
    metadata: [FlagDefinition.Metadatum] = [],
    _ allocation: (_ outcomes: [ServiceVariation]) -> Allocation
  ) -> Feature {
    let outcomes = values.map { name, value in
      ServiceVariation(name, variables: [Variable(name: "value", value: value)])
    }
    var feature = Feature(
      service: name,
      section: "shop",
      variations: outcomes,
      result: .value,
      metadata: metadata
    )
    let result = allocation(outcomes)
    feature.allocate { _, _ in result }
    return feature
  }

  private static func flag(
    _ name: Feature.Name,
    metadata: [FlagDefinition.Metadatum] = [],
    _ allocation: Allocation
  ) -> Feature {
    var feature = Feature(
      service: name,
      section: "shop",
      type: .featureFlag,
      variations: [ServiceVariation(.enabled), ServiceVariation(.disabled, isOn: false)],
      result: .variation,
      metadata: metadata
    )
    feature.allocate { _, _ in allocation }
    return feature
  }

  private static let sizes: [(name: TestVariation, value: VariableValue)] = [
    ("small", .integer(10)), ("large", .integer(50)), ("", .integer(0)),
  ]

  private static var features: [Feature] {
    [
      feature("a size", values: sizes) { .outcome($0[1], reason: .targetingMatch) },
      feature("b default", values: sizes) { _ in .outcome(nil, reason: .disabled) },
      feature("c broken", values: sizes) { _ in
        .failure(EvaluationFailure(.parseError, "unknown operator \"x\""))
      },
      flag(
        "d dice",
        .outcome(ServiceVariation(random: "on 30 %, off 70 %", isOn: false), reason: .unknown)
      ),
      flag(
        "e payments",
        metadata: [
          .init(key: "type", value: "kill-switch"), .init(key: "stale", value: true),
          .init(key: "owner", value: "team-pay"),
        ],
        .outcome(ServiceVariation(.enabled), reason: .fixed)
      )
      .called("kill-switch"),
    ]
  }

  private func dashboard(columns: Int, rows: Int, keys: String = "") -> DashboardState {
    let source = LoadedSource(features: Self.features, origin: .file)
    return Shop.dashboard(columns: columns, rows: rows, snapshot: source, keys: keys)
  }

  /// Expects the screen to have each of the texts.
  private func expect(_ texts: [String], on state: DashboardState) {
    for text in texts { #expect(state.screen.contains(text), "\(state.screen)") }
  }

  @Test func `the list shows badges beside names, and results that only the app determines`() {
    expect(
      [
        "large = 50", "app's default", "error", "random: on 30 %, off 70 %",
        "e payments  stale", "Kill switch",
      ],
      on: dashboard(columns: 80, rows: 16)
    )
  }

  @Test func `the details show the value of a variation, or why the app uses its own default`() {
    expect(
      ["Value        50", "Variation    large", "3 ○ \"\""],
      on: dashboard(columns: 120, rows: 24)
    )
    expect(
      ["State        the app's own default"],
      on: dashboard(columns: 120, rows: 24, keys: "j")
    )
    expect(
      ["State        error: the app uses its own default", "PARSE_ERROR: unknown operator \"x\""],
      on: dashboard(columns: 120, rows: 20, keys: "j j")
    )
  }

  @Test func `the details show badges, metadata and the probabilities of random results`() {
    let state = dashboard(columns: 80, rows: 24, keys: "G enter")
    expect(
      ["Kill switch", ", stale", "Metadata     type: kill-switch", "owner: team-pay"],
      on: state
    )
    expect(
      ["State        random at each call: on 30 %, off 70 %"],
      on: dashboard(columns: 80, rows: 24, keys: "j j j enter")
    )
  }

  @Test func `the menu of variations shows their values and the app's own default`() {
    expect(
      ["○ small", "● large", "= 50", "Evaluated by its rules", "The app's default"],
      on: dashboard(columns: 80, rows: 24, keys: "v")
    )
  }

  @Test func `pressing Space on a feature with several values opens the menu of variations`() {
    var state = dashboard(columns: 80, rows: 20)
    #expect(state.press("space").isEmpty)
    #expect(state.screen.contains("Pick for a size"))
    #expect(
      state.press("j enter") == [
        .overrides(.set([.variation("")], for: ["a size"]))
      ]
    )
  }
}
