extension FlagSystem {
  /// All systems, in the order of the documentation.
  static let all = [
    FlagSystem(
      "FeatureFlags",
      FeaturesFormat.self,
      page: "serving.md#featureflags",
      [
        "a file, a URL": "FeatureFlagsTests/ConfigurationLoaderTests",
        "biases, with one assignment for each user": "FeatureFlagsTests/UserAssignmentTests",
        "the biases on a ruler": "DashboardTests/DetailsScreenTests",
        "for everyone": "FeatureFlagsTests/FlagStoreTests",
        "apps of the framework, OpenFeature": "ServingTests/FeaturesDocumentOverrideTests",
        "evaluations over OFREP": "ServingTests/ServedClientTests",
      ]
    ),
    FlagSystem(
      "flagd",
      FlagdFormat.self,
      page: "systems.md#flagd",
      [
        "a file or a URL, in JSON or YAML": "FlagdTests/FlagdDocumentTests",
        "rules, fractional v1 to v3": "FlagdTests/FlagdEvaluatorTests",
        "each rule with its operands": "FlagdTests/FlagdFeatureTests",
        "for everyone, for one user": "FlagdTests/FlagdEditorTests",
        "flagd, its providers with a file, OpenFeature": "ServingTests/FlagSystemPythonTests",
        "evaluations over OFREP": "ServingTests/FlagdEvaluationTests",
      ]
    ),
    FlagSystem(
      "Unleash",
      UnleashFormat.self,
      page: "systems.md#unleash",
      [
        "a file of Edge, a bootstrap file": "UnleashTests/SourceTests",
        "strategies, variants, dependencies": "UnleashTests/StrategyTests",
        "each strategy with its constraints": "UnleashTests/TraceTests",
        "for everyone, for one user, one strategy": "UnleashTests/EditorTests",
        "SDKs of servers, browsers and phones, OpenFeature": "ServingTests/FlagSystemPythonTests",
        "metrics of SDKs": "ServingTests/UnleashRouteTests",
      ]
    ),
    FlagSystem(
      "LaunchDarkly",
      LaunchDarklyFormat.self,
      page: "systems.md#launchdarkly",
      [
        "a file, a backup of `ldcli`": "LaunchDarklyTests/SourceTests",
        "targets, rules, segments, experiments": "LaunchDarklyTests/EvaluationTests",
        "each clause, and the reason of SDKs": "LaunchDarklyTests/TraceTests",
        "for everyone, for one user, one rule": "LaunchDarklyTests/EditorTests",
        "SDKs of servers, browsers and phones, OpenFeature": "ServingTests/FlagSystemPythonTests",
        "events of SDKs": "ServingTests/LaunchDarklyRouteTests",
      ]
    ),
    FlagSystem(
      "GrowthBook",
      GrowthBookFormat.self,
      page: "systems.md#growthbook",
      [
        "a file": "GrowthBookTests/SourceTests",
        "conditions, roll-outs, experiments": "GrowthBookTests/EvaluationTests",
        "each rule, and why it was skipped": "GrowthBookTests/TraceTests",
        "for everyone, for one user, one rule": "GrowthBookTests/EditorTests",
        "all SDKs, OpenFeature": "ServingTests/FlagSystemPythonTests",
        "evaluations over OFREP": "ServingTests/GrowthBookEvaluationTests",
      ]
    ),
    FlagSystem(
      "Optimizely",
      OptimizelyFormat.self,
      page: "coming-from-optimizely.md",
      [
        "a datafile": "OptimizelyTests/ConfigTests",
        "audiences, roll-outs, tests, holdouts": "OptimizelyTests/FixtureDecisionTests",
        "each rule with its conditions": "OptimizelyTests/TraceTests",
        "for everyone, for one user, one rule": "ServingTests/DatafileGenerationTests",
        "SDKs that poll a datafile, OpenFeature": "ServingTests/DatafilePythonTests",
        "evaluations over OFREP": "ServingTests/ServedClientTests",
      ]
    ),
    FlagSystem(
      "Ascend",
      AscendFormat.self,
      page: "coming-from-ascend.md",
      [
        "a response": "AscendExperimentsTests/SourceTests",
        "by the server, for one user": "AscendExperimentsTests/FetchTests",
        "the variant that the server assigned": "AscendExperimentsTests/FormatTests",
        "for everyone": "ServingTests/AscendOverrideTests",
        "clients of Ascend, OpenFeature": "ServingTests/AscendProjectionTests",
        "evaluations over OFREP": "ServingTests/ServedClientTests",
      ]
    ),
    FlagSystem(
      "Firebase Remote Config",
      RemoteConfigFormat.self,
      page: "serving.md#endpoints",
      [
        "a template": "RemoteConfigTests/TemplateSourceTests",
        "default values: Firebase alone evaluates conditions": "RemoteConfigTests/TemplateTests",
        "the values of all conditions": "RemoteConfigTests/TemplateTests",
        "for everyone, the value of a condition": "ServingTests/TemplateOverrideTests",
        "clients of templates, OpenFeature": "ServingTests/TemplateProjectionTests",
        "evaluations over OFREP": "ServingTests/ServedClientTests",
      ]
    ),
    FlagSystem(
      "OFREP",
      OFREPFormat.self,
      page: "serving.md#in-front-of-another-server",
      [
        "a bulk response": "OFREPTests/SourceTests",
        "by the server, for one user": "OFREPTests/SessionTests",
        "the reason and the metadata of the server": "OFREPTests/FormatTests",
        "for everyone": "ServingTests/ProxyEvaluationTests",
        "OpenFeature": "ServingTests/ProxyChainTests",
        "evaluations": "ServingTests/ProxyEvaluationTests",
      ]
    ),
  ]
}
