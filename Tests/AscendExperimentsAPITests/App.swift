// The calls in the documentation of the Ascend SDK, as an app writes them: without `@testable`.
import AscendExperiments

/// An app that makes the documented calls and returns their results as text.
enum App {
  static func start(server: String, folder: String) throws {
    let coreConfig = AscendCoreConfig(
      apiKey: "your-api-key",
      environment: "development",
      enableDebugLogging: true,
      storageFolder: folder
    )
    let httpConfig = HTTPConfig(
      apiBaseUrl: server,
      timeout: 30.0,
      shouldRetry: true,
      maxRetries: 3,
      defaultHeaders: ["api-key": "some-api-key"]
    )
    let experimentsConfig = AscendExperimentsConfiguration.development(
      apiBaseUrl: server,
      defaultValues: [
        "feature_toggle": .dictionary(["enabled": .bool(false)]),
        "retry_config": .dictionary(["max_attempts": .int(1)]),
        "network_config": .dictionary(["timeout": .double(1)]),
        "cache_config": .dictionary(["ttl": .int64(1)]),
        "button_exp_test": .dictionary(["color": .string("grey")]),
      ],
      headers: ["api-key": "test-key"]
    )
    let config = AscendConfig(
      plugins: [AscendPlugin(type: .experiments, config: experimentsConfig)],
      httpConfig: httpConfig,
      coreConfig: coreConfig
    )
    try Ascend.initialize(with: config)
    Ascend.user.setUser(userId: "user-123")
  }

  static func values() throws -> [String] {
    let experiments = try Ascend.getPlugin(AscendExperiments.self)
    let isEnabled = experiments.getBoolValue(for: "feature_toggle", with: "enabled")
    let maxAttempts = experiments.getIntValue(for: "retry_config", with: "max_attempts")
    let timeout = experiments.getDoubleValue(for: "network_config", with: "timeout")
    let ttl = experiments.getLongValue(for: "cache_config", with: "ttl")
    let color = experiments.getStringValue(for: "button_exp_test", with: "color")
    return ["\(isEnabled)", "\(maxAttempts)", "\(timeout)", "\(ttl)", color]
  }

  static func json() throws -> [String] {
    let experiments = try Ascend.getPlugin(AscendExperiments.self)
    var lines: [String] = []
    if let jsonString = experiments.getAllVariablesJSON(for: "button_exp_test") {
      lines.append("Variables: \(jsonString)")
    }
    if let jsonString = experiments.getExperimentVariantsJSON() {
      lines.append("Variants JSON: \(jsonString)")
    }
    return lines
  }

  static func fetch(_ report: @escaping @Sendable (String) -> Void) throws {
    let experiments = try Ascend.getPlugin(AscendExperiments.self)
    experiments.fetchExperiments(for: [
      "button_color": .dictionary([
        "color": .string("blue")
      ])
    ]) { response, error in
      if let error = error {
        report("Error: \(error)")
      } else if let response = response {
        report("Fetched \(response.data?.count ?? 0) experiments")
      }
    }
  }

  static func refresh(_ report: @escaping @Sendable (String) -> Void) throws {
    let experiments = try Ascend.getPlugin(AscendExperiments.self)
    experiments.refreshExperiments { response, error in
      if let error = error {
        report("Error: \(error)")
      } else if let response = response {
        report("Refreshed \(response.data?.count ?? 0) experiments")
      }
    }
  }

  static func variants() throws -> [String] {
    let experiments = try Ascend.getPlugin(AscendExperiments.self)
    let variants = experiments.getExperimentVariants()
    var lines: [String] = []
    for (experimentKey, variant) in variants {
      lines.append("\(experimentKey): \(variant.variantName)")
    }
    return lines.sorted()
  }

  static func setExperiments() throws {
    let experiments = try Ascend.getPlugin(AscendExperiments.self)
    let testExperiments: [String: Experiment] = [
      "test_key": Experiment(
        experimentId: "exp-123",
        userIdentifierType: "user_id",
        status: "active",
        variables: .dictionary(["color": .string("red")]),
        experimentKey: "test_key",
        variantName: "variant_a"
      )
    ]
    experiments.setExperimentsToStorage(testExperiments)
  }

  static func stored() throws -> [String] {
    let experiments = try Ascend.getPlugin(AscendExperiments.self)
    guard let storedExperiments = experiments.getExperimentsFromStorage() else {
      return ["No experiments found in storage"]
    }
    return ["Loaded \(storedExperiments.count) experiments from storage"]
      + storedExperiments.map { key, experiment in "\(key): \(experiment.variantName)" }
  }

  static func defaults() throws -> [String] {
    let experiments = try Ascend.getPlugin(AscendExperiments.self)
    let defaults = experiments.getDefaultExperimentValues()
    var lines: [String] = []
    for (key, value) in defaults {
      lines.append("Default for \(key): \(value)")
    }
    return lines.sorted()
  }

  static func load(_ report: @escaping @Sendable (String) -> Void) throws {
    let experiments = try Ascend.getPlugin(AscendExperiments.self)
    experiments.loadExperimentsData { snapshot, error in
      if let error = error {
        report("Error loading experiments: \(error)")
      } else if let snapshot = snapshot {
        report("Loaded snapshot with \(snapshot.count) experiments")
      }
    }
  }

  static func clear() throws {
    let experiments = try Ascend.getPlugin(AscendExperiments.self)
    experiments.clearAllExperimentsData()
  }

  static func printed() throws -> String {
    let experiments = try Ascend.getPlugin(AscendExperiments.self)
    return "\(experiments)"
  }
}
