/// An endpoint of the server, as the program names it in the list of clients and in metrics.
package enum ServedEndpoint: String, Hashable, Sendable, CaseIterable {
  case features, datafile, flagd, unleash, frontend, launchdarkly, growthbook, ascend, template
  case values, evaluation, bulk, events, overrides, health, metrics
  /// A request for an unknown path.
  case unknown
}
