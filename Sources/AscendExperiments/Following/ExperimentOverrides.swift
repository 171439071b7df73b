import FeatureFlags
import FoundationEssentials

/// What a tester decided about experiments, which stands above everything else.
struct ExperimentOverrides: Hashable, Sendable {
  /// The experiments that the user is not in.
  var disabled: Set<String> = []
  /// The variants that the user gets.
  var variants: [String: String] = [:]
  /// The variables, without types, so that whatever the app reads them as can reach it.
  var variables: [String: [String: ExperimentVariable]] = [:]
  /// What all this was taken from.
  private var source: [Feature.Name: Override] = [:]
  /// When the first of the decisions ends, in seconds since 1970.
  private var end: Double?
}

extension ExperimentOverrides {
  /// Takes what stands at a time, in seconds since 1970, out of the overrides of a workspace.
  init(_ overrides: [Feature.Name: Override], at now: Double) {
    let date = Date(timeIntervalSince1970: now)
    source = overrides.filter { !$0.value.isExpired(at: date) }
    for (name, override) in source {
      let isWithout = override.variation == .withoutExperiment
      if override.enabled == false || isWithout { disabled.insert(name.rawValue) }
      if !isWithout { variants[name.rawValue] = override.variation?.rawValue }
      if !override.variables.isEmpty {
        variables[name.rawValue] = override.variables.mapValues { ExperimentVariable($0) }
      }
      if case .until(let moment) = override.lifetime {
        end = min(end ?? .infinity, moment.timeIntervalSince1970)
      }
    }
  }

  /// Drops what has ended; the time is asked for only while something can end.
  mutating func dropEnded(at now: () -> Double) {
    guard let end else { return }
    let now = now()
    if now >= end { self = ExperimentOverrides(source, at: now) }
  }
}
