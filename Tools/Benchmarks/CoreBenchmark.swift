import FeatureFlags

/// Measures look-ups, evaluations, parsing, refreshes and overrides for a given number of features.
struct CoreBenchmark {
  let count: Int

  /// Runs all measurements once; returns one row of the table.
  func row() async throws -> Report.Row {
    let document = Workload(count: count).document
    let configuration = try Configuration(bytes: document)
    let store = FlagStore(draw: { 50 })
    try store.load(configuration)
    FeatureFlags.store = store
    let runs = count > 10_000 ? 3 : 7
    let folder = try TemporaryFolder()
    let workspace = folder.workspace(named: "\(count)")
    let parse = try Measure.median(runs: runs) { _ = try Configuration(bytes: document) }
    let refresh = try Measure.median(runs: runs) {
      try store.load(try Configuration(bytes: document))
    }
    let cached = try await refreshWithCache(document, workspace, runs: runs)
    let (plain, scoped) = try evaluations(configuration)
    return Report.Row(
      label: "\(count) features",
      figures: [
        Figure(
          "look-up",
          Workload(count: count).lookUp { store.isEnabled($0) },
          budget: .nanoseconds(100)
        ),
        Figure("missing", missing()),
        Figure(
          "parse",
          Double(document.count) / (parse / .seconds(1)),
          .bytesPerSecond,
          count >= 10_000 ? .atLeast(150e6) : nil
        ),
        Figure("refresh", refresh),
        Figure("refresh, cache and fallback", cached, budget: refreshBudget),
        Figure("evaluate", plain),
        Figure("evaluate, scopes", scoped, budget: plain + .nanoseconds(200)),
        Figure("toggle", try toggle(store)),
        Figure("toggle, saved", try toggleSaved(configuration, workspace)),
      ]
    )
  }

  /// Measures evaluations for one user without overrides, and with five overrides for each of up to 2,000
  /// features, of which one holds for the user.
  private func evaluations(
    _ configuration: Configuration
  ) throws -> (plain: Duration, scoped: Duration) {
    let store = FlagStore(draw: { 50 })
    try store.load(configuration)
    let names = (0..<min(count, 2_000)).map { Feature.Name(rawValue: Workload.name($0)) }
    let user = EvaluationContext(targetingKey: "user 1", attributes: ["country": "es"])
    let plain = evaluation(of: names, for: user, in: store)
    var overrides: [OverrideKey: Override?] = [:]
    for name in names {
      for number in 0..<4 {
        let key = OverrideKey(name, for: .key("user \(number)"))
        overrides[key] = Override(enabled: number == 1)
      }
      overrides[OverrideKey(name, for: .attribute("country", "fr"))] = Override(enabled: false)
    }
    try store.applyAndWait(.assign(overrides))
    return (plain, evaluation(of: names, for: user, in: store))
  }

  private func evaluation(
    of names: [Feature.Name],
    for user: EvaluationContext,
    in store: FlagStore
  ) -> Duration {
    var (index, enabled) = (0, 0)
    let time = Measure.median(calls: 20_000) {
      if store.evaluate(names[index], in: user)?.isEnabled == true { enabled += 1 }
      index = index + 1 == names.count ? 0 : index + 1
    }
    precondition(enabled > 0, "every feature is off")
    return time
  }

  private var refreshBudget: Duration? {
    switch count {
    case 10_000: .milliseconds(60)
    case 100_000: .milliseconds(600)
    default: nil
    }
  }

  private func missing() -> Duration {
    let name = Feature.Name(rawValue: "shop.feature.missing")
    var enabled = 0
    let time = Measure.median(calls: 100_000) { enabled += Feature.isEnabled(name) ? 1 : 0 }
    precondition(enabled == 0, "a missing feature was found")
    return time
  }

  /// Loads the source, the cache and the fallback, then caches and activates the configuration.
  private func refreshWithCache(
    _ document: [UInt8],
    _ workspace: Workspace,
    runs: Int
  ) async throws -> Duration {
    let loader = ConfigurationLoader(
      source: InMemorySource(result: .success(document)),
      fallback: InMemorySource(result: .success(document)),
      cache: workspace
    )
    let store = FlagStore(workspace: workspace)
    var times: [Duration] = []
    for _ in 0..<runs {
      let start = ContinuousClock.now
      try store.load(try await loader.load().configuration)
      times.append(start.duration(to: .now))
    }
    return times.median
  }

  private func toggle(_ store: FlagStore) throws -> Duration {
    let name = Feature.Name(rawValue: Workload.name(0))
    var isEnabled = true
    return try Measure.median(calls: 1_000) {
      isEnabled.toggle()
      try store.override(.enabled(isEnabled), for: [name])
    }
  }

  private func toggleSaved(
    _ configuration: Configuration,
    _ workspace: Workspace
  ) throws -> Duration {
    let store = FlagStore(workspace: workspace)
    try store.load(configuration)
    let name = Feature.Name(rawValue: Workload.name(0))
    var isEnabled = true
    return try Measure.median(calls: 10) {
      isEnabled.toggle()
      try store.override(.enabled(isEnabled), for: [name])
    }
  }
}
