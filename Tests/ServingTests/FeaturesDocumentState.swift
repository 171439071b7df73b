import FeatureFlags
import FlagSystem
import Foundation
import Serving

/// A store with the features of one document, from which served documents are generated.
struct FeaturesDocumentState {
  let store: FlagStore
  let configuration: Configuration
  let document: [UInt8]?

  init(
    _ text: String,
    format: ConfigurationFormat = .features,
    fallback: String? = nil,
    context: EvaluationContext = EvaluationContext()
  ) throws {
    try self.init(Array(text.utf8), format: format, fallback: fallback, context: context)
  }

  init(
    _ bytes: [UInt8],
    format: ConfigurationFormat = .features,
    fallback: String? = nil,
    context: EvaluationContext = EvaluationContext(),
    isFallbackOnly: Bool = false
  ) throws {
    var configuration = try format.parse(bytes)
    if let fallback {
      configuration = configuration.merged(
        withFallback: try Configuration(bytes: Array(fallback.utf8))
      )
    }
    self.configuration = configuration
    document = isFallbackOnly ? nil : bytes
    store = FlagStore(context: context)
    try store.load(configuration)
  }

  var served: ServedState {
    ServedState(
      features: store.features,
      evaluator: configuration.evaluator,
      context: store.context,
      document: document
    )
  }

  func feature(_ name: Feature.Name) throws -> Feature { try store.requiredFeature(named: name) }

  /// Calls a function after setting each override that a tester can set for a feature, except those of
  /// variables; the argument of the function describes the override.
  func withEachOverride(of name: Feature.Name, _ body: (String) throws -> Void) throws {
    for choices in Self.choices(for: try feature(name)) {
      try store.reset([name])
      do throws(FlagStoreError) {
        try store.override(choices, for: [name])
      } catch .refused {
        // Skips a change that the feature rejects, such as unlocking a disabled feature.
        continue
      }
      try body("\(name): \(choices)")
    }
    try store.reset([name])
  }

  /// All overrides of the state, the variation or the unlocked state, and combinations of two of them.
  private static func choices(for feature: Feature) -> [[OverrideChoice]] {
    let states: [OverrideChoice] = [.enabled(true), .enabled(false)]
    let variations = feature.type.isTest ? feature.testVariations.map(OverrideChoice.variation) : []
    let locks: [OverrideChoice] =
      feature.type == .unlockFlag ? [.unlocked(true), .unlocked(false)] : []
    let single = (states + variations + locks).map { [$0] }
    let pairs = states.flatMap { state in
      variations.map { [$0, state] } + locks.map { [state, $0] }
    }
    return single + pairs
  }

  /// Reads a fixture of the tests of the Optimizely library.
  static func datafile(_ name: String = "synthetic_rules.json") throws -> [UInt8] {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let path = tests.appending(path: "OptimizelyTests/Fixtures/\(name)")
    return [UInt8](try Data(contentsOf: path))
  }
}
