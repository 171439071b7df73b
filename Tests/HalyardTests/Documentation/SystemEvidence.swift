import FlagSystem

@testable import halyard

/// The tests that prove the documented facts about each flag system.
enum SystemEvidence {
  /// For each name of a flag system, the paths of test suites in `Tests`, in the order of the facts.
  static let tests: [String: [String]] = [
    "FeatureFlags": [
      "FeatureFlagsTests/ConfigurationLoaderTests",
      "FeatureFlagsTests/UserAssignmentTests",
      "DashboardTests/DetailsScreenTests",
      "FeatureFlagsTests/FlagStoreTests",
      "ServingTests/FeaturesDocumentOverrideTests",
      "ServingTests/ServedClientTests",
    ],
    "flagd": [
      "FlagdTests/FlagdDocumentTests",
      "FlagdTests/FlagdEvaluatorTests",
      "FlagdTests/FlagdFeatureTests",
      "FlagdTests/FlagdEditorTests",
      "ServingTests/FlagSystemPythonTests",
      "ServingTests/FlagdEvaluationTests",
    ],
    "Unleash": [
      "UnleashTests/SourceTests",
      "UnleashTests/StrategyTests",
      "UnleashTests/TraceTests",
      "UnleashTests/EditorTests",
      "ServingTests/FlagSystemPythonTests",
      "ServingTests/UnleashRouteTests",
    ],
    "LaunchDarkly": [
      "LaunchDarklyTests/SourceTests",
      "LaunchDarklyTests/EvaluationTests",
      "LaunchDarklyTests/TraceTests",
      "LaunchDarklyTests/EditorTests",
      "ServingTests/FlagSystemPythonTests",
      "ServingTests/LaunchDarklyRouteTests",
    ],
    "GrowthBook": [
      "GrowthBookTests/SourceTests",
      "GrowthBookTests/EvaluationTests",
      "GrowthBookTests/TraceTests",
      "GrowthBookTests/EditorTests",
      "ServingTests/FlagSystemPythonTests",
      "ServingTests/GrowthBookEvaluationTests",
    ],
    "Optimizely": [
      "OptimizelyTests/ConfigTests",
      "OptimizelyTests/FixtureDecisionTests",
      "OptimizelyTests/TraceTests",
      "ServingTests/DatafileGenerationTests",
      "ServingTests/DatafilePythonTests",
      "ServingTests/ServedClientTests",
    ],
    "Ascend": [
      "AscendExperimentsTests/SourceTests",
      "AscendExperimentsTests/FetchTests",
      "AscendExperimentsTests/FormatTests",
      "ServingTests/AscendOverrideTests",
      "ServingTests/AscendProjectionTests",
      "ServingTests/ServedClientTests",
    ],
    "Firebase Remote Config": [
      "RemoteConfigTests/TemplateSourceTests",
      "RemoteConfigTests/ConditionExpressionTests",
      "RemoteConfigTests/ServerConditionTests",
      "ServingTests/TemplateOverrideTests",
      "ServingTests/TemplateProjectionTests",
      "ServingTests/ServedClientTests",
    ],
    "GO Feature Flag": [
      "GoFeatureFlagTests/GoFeatureFlagServingTests",
      "GoFeatureFlagTests/EvaluationTests",
      "GoFeatureFlagTests/EvaluationTests",
      "GoFeatureFlagTests/GoFeatureFlagServingTests",
      "GoFeatureFlagTests/GoFeatureFlagServingTests",
      "GoFeatureFlagTests/GoFeatureFlagServingTests",
    ],
    "PostHog": [
      "PostHogTests/PostHogServingTests",
      "PostHogTests/EvaluationTests",
      "PostHogTests/EvaluationTests",
      "PostHogTests/PostHogServingTests",
      "PostHogTests/PostHogServingTests",
      "PostHogTests/PostHogServingTests",
    ],
    "OFREP": [
      "OFREPTests/SourceTests",
      "OFREPTests/SessionTests",
      "OFREPTests/FormatTests",
      "ServingTests/ProxyEvaluationTests",
      "ServingTests/ProxyChainTests",
      "ServingTests/ProxyEvaluationTests",
    ],
  ]
}
